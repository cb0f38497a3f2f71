"""What `import fmtools` offers, and what the command line stands on: one way to do each thing.

Names and defaults are those of the command line; numbers may be texts with units, as there (`50K`,
`10m`, `2G`). Functions return results and raise `fmtools.errors.FmtoolsError`; nothing here prints.
"""
