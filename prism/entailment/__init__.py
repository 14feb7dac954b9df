"""Does a text say, deny, report or leave out a claim?"""
