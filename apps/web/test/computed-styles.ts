/**
 * jsdom works a computed style out anew at every question, and whoever asks whether something can be
 * seen asks it of every element and all above it: a third of the time of all tests. Here the answer
 * is kept until the document changes.
 */
export function keepComputedStyles(): void {
  // jsdom answers pseudo-elements with a loud "not implemented": they are asked for the element.
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
  // What a rule may look at and no mutation tells.
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
