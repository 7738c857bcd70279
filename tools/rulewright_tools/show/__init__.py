"""Formats diagnostics and everything else for people and programs: text with carets, JSON lines, SARIF. Only this
package prints."""
