/** The decoded value of a test, or the reason why there is none. */
import { WarningOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../../components/states/state-tag.tsx';
import { useNumbers } from '../../../../i18n/use-numbers.ts';
import { digitsOf } from '../digits-of.ts';
import type { TestedQuantity } from '../use-profiles.ts';

export function TestedValue({ result }: { result: TestedQuantity | undefined }) {
  const { t } = useTranslation('meter-profiles');
  const { quantity } = useNumbers();
  if (result === undefined) return <>–</>;
  const { outcome, value, unit, exception } = result;
  const shown = value === null ? '' : quantity(value, digitsOf(value), unit);
  if (outcome === 'value') return <strong>{shown}</strong>;
  const text = t(`meter-profiles:outcome.${outcome as 'refused'}`, { code: exception ?? '–' });
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
