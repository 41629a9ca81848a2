// Before the first paint: an inline script would need a hole in the content security policy.
try {
  const theme = localStorage.getItem("tool.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (localStorage.getItem("tool.sidebar") === "folded") document.documentElement.dataset.sidebar = "folded";
} catch {
  // Storage is off: the system's theme.
}
