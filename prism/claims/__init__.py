"""Claims: does what a sentence says hold in a text, and where does the text say so?"""
