import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

function style(css: string): CSSStyleSheet {
  const element = document.createElement('style');
  element.textContent = css;
  document.head.append(element);
  return element.sheet as CSSStyleSheet;
}

describe('computed styles of the tests', () => {
  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
  });

  it('know what the library hides, and show it once it is not hidden', () => {
    style(':where(.css-ab1).shut { display: none; padding: 1px } .dim { visibility: hidden }');
    document.body.innerHTML =
      '<button class="css-ab1 shut">A</button><button class="shut">B</button><button class="dim">C</button>';
    expect(screen.queryByRole('button', { name: 'A' })).toBeNull();
    expect(screen.getByRole('button', { name: 'B' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'C' })).toBeNull();
    document.body.firstElementChild?.classList.remove('shut');
    expect(screen.getByRole('button', { name: 'A' })).toBeTruthy();
  });

  it('keep every rule of which more hangs than a place', () => {
    const sheet = style(
      '.a { margin: 1px; --x: 2px } .b { margin: 1px; color: red } .c { pointer-events: none } .d { overflow: hidden } .e { text-decoration: underline }',
    );
    document.body.innerHTML = '<p class="b">x</p>';
    const paragraph = document.body.firstElementChild as Element;
    expect(window.getComputedStyle(paragraph).color).toBe('rgb(255, 0, 0)');
    const left = Array.from(sheet.cssRules, (rule) => (rule as CSSStyleRule).selectorText);
    expect(left).toEqual(['.b', '.c', '.d', '.e']);
  });
});
