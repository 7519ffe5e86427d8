"""A hub for reduced carbon intensity biofuel feedstocks under 7 CFR Part 2100; see ARCHITECTURE.md."""
