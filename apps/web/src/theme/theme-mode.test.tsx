import { act, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { setDarkWished } from '../../test/screen.ts';
import { isDark, setThemeMode, useIsDark } from './theme-mode.ts';

function Probe() {
  return <p>{useIsDark() ? 'drawn dark' : 'drawn light'}</p>;
}

afterEach(() => {
  act(() => setThemeMode('system'));
  act(() => setDarkWished(false));
});

describe('the theme', () => {
  it('follows the system although a chart is drawn between its change and the event', () => {
    render(<Probe />);
    act(() => setDarkWished(true, isDark));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    screen.getByText('drawn dark');
    act(() => setDarkWished(false, isDark));
    screen.getByText('drawn light');
  });

  it('follows the choice of the user, not the system', () => {
    render(<Probe />);
    act(() => setThemeMode('light'));
    act(() => setDarkWished(true));
    screen.getByText('drawn light');
    act(() => setThemeMode('dark'));
    screen.getByText('drawn dark');
    act(() => setThemeMode('light'));
    act(() => setThemeMode('system'));
    screen.getByText('drawn dark');
  });
});
