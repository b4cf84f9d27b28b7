/** The decoded value of a test, or the reason why there is none. */
import { WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../../components/states/state-tag.tsx';
import { useNumbers } from '../../../../i18n/use-numbers.ts';
import { digitsOf } from '../digits-of.ts';
import type { TestedQuantity } from '../use-profiles.ts';

interface TestedValueProps {
  readonly result: TestedQuantity | undefined;
  /** True if a refusal has an error byte, false if it has an exception code. */
  readonly isDlt645: boolean;
}

export function TestedValue({ result, isDlt645 }: TestedValueProps) {
  const { t } = useTranslation('meter-profiles');
  const { quantity } = useNumbers();
  if (result === undefined) return <>–</>;
  const { outcome, value, unit, exception } = result;
  const shown = value === null ? '' : quantity(value, digitsOf(value), unit);
  if (outcome === 'value') return <strong>{shown}</strong>;
  const key = outcome === 'refused' && isDlt645 ? 'refused-dlt645' : outcome;
  const code = exception === null ? '–' : codeOf(exception, isDlt645);
  const text = t(`meter-profiles:outcome.${key as 'refused'}`, { code });
  if (outcome === 'not-available' || outcome === 'not-sent') {
    return <span className="muted">{text}</span>;
  }
  return (
    <span className="stack gap-2 to-start">
      {shown}
      <StateTag tone="alarm" icon={<WarningOutlined />} isPlain>
        {text}
      </StateTag>
    </span>
  );
}

/** The bits of an error byte are easier to see in two hexadecimal digits. */
const codeOf = (exception: number, isDlt645: boolean): string =>
  isDlt645 ? exception.toString(16).toUpperCase().padStart(2, '0') : String(exception);
