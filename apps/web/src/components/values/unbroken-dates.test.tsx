import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { UnbrokenDates } from './unbroken-dates.tsx';

describe('a sentence with dates', () => {
  it.each([
    ['文件将包含 2026-11-22 至 2026-11-28。', ['2026-11-22', '2026-11-28']],
    ['2026-11 is a month', ['2026-11']],
    ['no date, 1-2', []],
  ])('keeps each date of %s on one line', (text, dates) => {
    const { container } = render(<UnbrokenDates text={text} />);
    expect(container.textContent).toBe(text);
    expect([...container.querySelectorAll('.nowrap')].map((part) => part.textContent)).toEqual(
      dates,
    );
  });
});
