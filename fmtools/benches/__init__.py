"""The speed and quality tables: functions that return rows; nothing here prints."""
