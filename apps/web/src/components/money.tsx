import { useLanguage } from '../i18n/use-language.ts';
import './value-with-unit.css';
import { formatMoney } from '../lib/amount-format.ts';

/** An amount with the sign of its currency, left to right in every language. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const { tag } = useLanguage();
  return (
    <bdi className="ltr value">
      {/* The sign stands before the currency: −¥ 1.50. */}
      {amount < 0 && '\u2212'}
      {currency !== '' && (
        <span className="value-unit">
          <bdi>{currency}</bdi>
          {'\u202F'}
        </span>
      )}
      {formatMoney(Math.abs(amount), tag)}
    </bdi>
  );
}
