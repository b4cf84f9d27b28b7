import { useLanguage } from '../i18n/use-language.ts';
import './value-with-unit.css';
import { formatAmount, isSignFirst } from '../lib/number-format.ts';

/** An amount with the sign of its currency where the language puts it, left to right in every language. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const { tag } = useLanguage();
  const isFirst = isSignFirst(tag);
  const sign = currency !== '' && (
    <span className="value-unit">
      {!isFirst && '\u202F'}
      <bdi>{currency}</bdi>
      {isFirst && '\u202F'}
    </span>
  );
  return (
    <bdi className="ltr value">
      {/* The minus is the first character, before a sign too: −¥ 1.50. */}
      {amount < 0 && '\u2212'}
      {isFirst && sign}
      {formatAmount(Math.abs(amount), currency, tag)}
      {!isFirst && sign}
    </bdi>
  );
}
