import { render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SideDrawer } from './side-drawer.tsx';

/** A drawer whose content grows when its button is pressed, like content that loads later. */
function Growing() {
  const [lines, setLines] = useState(1);
  return (
    <SideDrawer open title="Device">
      <button type="button" onClick={() => setLines(lines === 1 ? 9 : 1)}>
        Load
      </button>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike.
        <p key={line}>230.4 V</p>
      ))}
    </SideDrawer>
  );
}

describe('drawer', () => {
  afterEach(() => vi.restoreAllMocks());

  it('can be focused for scrolling only while its content is taller than it is', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(100);
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
      return this.querySelectorAll('p').length * 25;
    });
    render(<Growing />);
    const load = await screen.findByText('Load');
    const body = load.closest('.ant-drawer-body')!;
    expect(body.hasAttribute('tabindex')).toBe(false);
    load.click();
    await waitFor(() => expect(body.getAttribute('tabindex')).toBe('0'));
    load.click();
    await waitFor(() => expect(body.hasAttribute('tabindex')).toBe(false));
  });
});
