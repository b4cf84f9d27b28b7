/**
 * jsdom recomputes a style on every call, and visibility checks call it for an element and all of
 * its ancestors, which took a third of the time of all tests. Here the result is cached until the
 * document changes.
 */
export function keepComputedStyles(): void {
  // jsdom logs "not implemented" for pseudo-elements, so the style of the element is returned.
  const compute = window.getComputedStyle.bind(window);
  let kept = new WeakMap<Element, CSSStyleDeclaration>();
  const forget = () => {
    kept = new WeakMap();
  };
  const changes = new MutationObserver(forget);
  changes.observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  // State that style rules may depend on but no mutation reports.
  for (const type of ['focusin', 'focusout', 'input', 'change', 'pointerover', 'pointerdown']) {
    document.addEventListener(type, forget, true);
  }
  window.getComputedStyle = (element) => {
    if (changes.takeRecords().length > 0) forget();
    const known = kept.get(element);
    if (known !== undefined) return known;
    const style = compute(element);
    kept.set(element, style);
    return style;
  };
}
