"""Things to try and to copy from; `fmtools examples` writes them into a folder of the user's."""
