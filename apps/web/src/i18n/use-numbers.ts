import { type Numbers, numbersOf } from '@busbar/domain/formats/number-format';
import { useMemo } from 'react';
import { useLanguage } from './use-language.ts';

/** Number formatters for the page's language; the object is stable until the language changes. */
export function useNumbers(): Numbers {
  const { tag } = useLanguage();
  return useMemo(() => numbersOf(tag), [tag]);
}
