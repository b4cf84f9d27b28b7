/** Name, colour and logo of the platform; the built-in ones until the server has responded. */
import { useEffect } from 'react';
import type { Answer } from '../calls/call-types.ts';
import { useCallQuery } from '../calls/use-call.ts';

export type Brand = Answer<'v2.brand'>['data'];

const USUAL: Brand = { name: 'Busbar', colour: '', words: '', logo: null };
const FRESH_MS = 60_000;

export function useBrand(): Brand {
  return useCallQuery('v2.brand', {}, { staleTime: FRESH_MS }).data?.data ?? USUAL;
}

/** Applies the brand's colour to the document, with a readable text colour. */
export function useBrandColour(): void {
  const { colour, words } = useBrand();
  useEffect(() => {
    const { style } = document.documentElement;
    if (colour === '') {
      style.removeProperty('--brand');
      style.removeProperty('--brand-words');
    } else {
      style.setProperty('--brand', colour);
      style.setProperty('--brand-words', words);
    }
  }, [colour, words]);
}
