/**
 * jsdom works a computed style out anew at every question, and whoever asks whether something can be
 * seen asks it of every element and all above it: a third of the time of all tests. Here the answer
 * is kept until the document changes, and the library's rules that only place and move what jsdom
 * neither places nor moves are not tried on every element.
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
    for (const sheet of document.styleSheets) lighten(sheet);
    const style = compute(element);
    kept.set(element, style);
    return style;
  };
}

/**
 * Whether something is seen, reached or told apart hangs on none of these; jsdom puts no value in
 * the place of a variable. Colours, weights, sizes and overflow stay: the accessibility rules ask
 * them.
 */
const PLACEMENT = new RegExp(
  `^(--|${[
    'margin|padding|gap|row-gap|column-gap|align-|justify-|place-|flex|order$|grid|(min|max)-',
    'transition|animation|box-s|border(-\\w+)*-radius$|cursor$|user-select$|-(webkit|moz|ms)-user',
    'font-family$|font-size$|line-height$|text-align$|vertical-align$',
  ].join('|')})`,
);

/** The library's mark on its own elements: as a plain class it is matched the fast way. */
const MARK = /:where\((\.css-[\w-]+)\)(?!\w)/g;

const seen = new WeakSet<CSSStyleSheet>();

function lighten(sheet: CSSStyleSheet): void {
  if (seen.has(sheet)) return;
  seen.add(sheet);
  const rules = sheet.cssRules;
  for (let at = rules.length - 1; at >= 0; at--) {
    const rule = rules[at];
    if (!(rule instanceof CSSStyleRule)) continue;
    if (Array.from(rule.style).every((name) => PLACEMENT.test(name))) sheet.deleteRule(at);
    else if (rule.selectorText.includes(':where(')) {
      rule.selectorText = rule.selectorText.replace(MARK, '$1');
    }
  }
}
