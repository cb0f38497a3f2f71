"""What unified-planning prints of an engine before its first use."""

from unified_planning.engines import Credits

CREDITS = Credits(
    name="fmtools",
    author="The fmtools authors",
    contact="",
    website="",
    license="MIT",
    short_description="Focused macro-actions for black-box planning.",
    long_description=(
        "Learns macro-actions with small effects by simulation, proves them, plans with them."
    ),
)
