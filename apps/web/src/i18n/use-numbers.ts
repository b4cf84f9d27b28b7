import { useMemo } from 'react';
import { type Numbers, numbersOf } from '../lib/formats/number-format.ts';
import { useLanguage } from './use-language.ts';

/**
 * Formats numbers in the language of the page; returns a stable object until the language changes.
 */
export function useNumbers(): Numbers {
  const { tag } = useLanguage();
  return useMemo(() => numbersOf(tag), [tag]);
}
