// The theme is on the document before the first paint. It is that of the application, which stores
// the choice of the user under the same name.
const root = document.documentElement;
const systemDark = matchMedia('(prefers-color-scheme: dark)');

function storedTheme() {
  try {
    return localStorage.getItem('busbar.theme');
  } catch {
    return null;
  }
}

function apply() {
  const theme = storedTheme();
  const isDark = theme === 'dark' || (theme !== 'light' && systemDark.matches);
  root.dataset.theme = isDark ? 'dark' : 'light';
}

apply();
systemDark.addEventListener('change', apply);
// Paper is white.
addEventListener('beforeprint', () => {
  root.dataset.theme = 'light';
});
addEventListener('afterprint', apply);
addEventListener('storage', apply);
