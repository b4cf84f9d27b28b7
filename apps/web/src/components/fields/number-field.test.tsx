import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { changeLanguage } from '../../i18n/i18n.ts';
import { LANGUAGES, type Language } from '../../i18n/languages.ts';
import { NumberField } from './number-field.tsx';

let reported: number | null | undefined;

function Form() {
  const [value, setValue] = useState<number | null>(null);
  reported = value;
  return (
    <>
      <NumberField label="Load" unit="kW" value={value} step={0.1} onChange={setValue} />
      <button type="button" onClick={() => setValue(7)}>
        Reset
      </button>
    </>
  );
}

async function renderForm(language: Language) {
  await changeLanguage(language);
  const user = userEvent.setup();
  render(<Form />);
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Load' });
  const plain = (text: string | null) => text?.replaceAll(/[\u2066\u2069]/g, '');
  return { user, field, alert: () => plain(screen.getByRole('alert').textContent) };
}

describe.each(LANGUAGES)('a number field in %s', (language) => {
  const shown = (decimal: string) =>
    ['fr', 'ru', 'es'].includes(language) ? decimal.replace('.', ',') : decimal;

  it('accepts decimal comma or point, grouped and non-Latin digits, and the unit, typed or pasted', async () => {
    const { user, field } = await renderForm(language);
    for (const [text, value] of [
      ['1,5', 1.5],
      ['0.5', 0.5],
      ['١٢٫٥', 12.5],
    ] as const) {
      await user.clear(field);
      await user.type(field, text);
      expect([text, reported]).toEqual([text, value]);
    }
    for (const [text, value] of [
      ['230,5', 230.5],
      ['4.65', 4.65],
      ['1\u202F234.5 kW', 1234.5],
      ['−۱٫۵', -1.5],
    ] as const) {
      await user.clear(field);
      await user.paste(text);
      expect([text, reported]).toEqual([text, value]);
    }
    await user.tab();
    expect(field.value).toBe(shown('-1.5'));
  });
});

describe('a rejected text', () => {
  it('stays visible with a message that names the field, and is NaN in the form', async () => {
    const { user, field, alert } = await renderForm('es');
    await user.type(field, '1.234');
    expect(reported).toBeNaN();
    expect(alert()).toMatch(/^Load: «1\.234» .* 1234 .* 1,234\./);
    await user.tab();
    expect([field.value, reported]).toEqual(['1.234', Number.NaN]);
    await user.type(field, '5');
    expect([field.value, reported]).toEqual(['1.2345', 1.2345]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('can be a number with another unit', async () => {
    const { user, field, alert } = await renderForm('en');
    await user.type(field, '2 MW');
    expect(alert()).toBe('Load: “2 MW” is not a number. Example: 1234.5\u202FkW');
    await user.clear(field);
    expect(reported).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is replaced when the form sets a value', async () => {
    const { user, field } = await renderForm('en');
    await user.type(field, '1,234');
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(screen.getByRole<HTMLInputElement>('spinbutton').value).toBe('7.0');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field.isConnected).toBe(false);
  });
});

it('a number field is reformatted immediately when the language changes', async () => {
  const { field } = await renderForm('en');
  await userEvent.type(field, '1.5');
  await userEvent.tab();
  await act(() => changeLanguage('ru'));
  expect(field.value).toBe('1,5');
});
