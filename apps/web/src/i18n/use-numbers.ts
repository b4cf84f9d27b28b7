import { useMemo } from 'react';
import { type Numbers, numbersOf } from '../lib/formats/number-format.ts';
import { useLanguage } from './use-language.ts';

/** Number formatters for the page's language; the object is stable until the language changes. */
export function useNumbers(): Numbers {
  const { tag } = useLanguage();
  return useMemo(() => numbersOf(tag), [tag]);
}
