/* Language, direction, theme and breaker colours are on the document before the first paint:
   no flash, and the only place where the starting language is decided. */
(() => {
  const root = document.documentElement;
  const stored = (name) => {
    try {
      return localStorage.getItem(`busbar.${name}`);
    } catch {
      return null;
    }
  };
  const known = ['en', 'zh', 'ar', 'fr', 'ru', 'es'];
  const wished = [stored('language'), ...(navigator.languages ?? [navigator.language])];
  const language =
    wished.map((tag) => String(tag).slice(0, 2).toLowerCase()).find((tag) => known.includes(tag)) ??
    'en';
  root.dataset.language = language;
  root.lang =
    { en: 'en-GB', zh: 'zh-Hans-CN', fr: 'fr-FR', ru: 'ru-RU', es: 'es-ES' }[language] ?? language;
  root.dir = language === 'ar' ? 'rtl' : 'ltr';

  const systemDark = matchMedia('(prefers-color-scheme: dark)');
  const wear = () => {
    const mode = stored('theme');
    const dark = mode === 'dark' || (mode !== 'light' && systemDark.matches);
    root.dataset.theme = dark ? 'dark' : 'light';
  };
  wear();
  // The pages before the sign-in have nothing else that follows a system which goes dark in the evening.
  systemDark.addEventListener('change', wear);
  root.dataset.breakerColors = stored('breaker-colors') === 'utility' ? 'utility' : 'consumer';
})();
