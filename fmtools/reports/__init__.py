"""Tables, figures and the page, from recorded results alone; nothing here runs a search."""
