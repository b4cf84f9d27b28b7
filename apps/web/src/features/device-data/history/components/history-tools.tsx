/** Selects span and quantities; both are stored in the URL. */
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { PhaseColorsChoice } from '../../../../components/colors/phase-colors-choice.tsx';
import { QUANTITIES, type Quantity } from '../../../../device-kit/quantities.ts';
import type { HistorySpan } from '../use-history-span.ts';
import { SpanTools } from './span-tools.tsx';

export interface HistoryToolsProps {
  readonly history: HistorySpan;
  readonly quantities: readonly Quantity[];
  readonly onQuantities: (quantities: readonly Quantity[]) => void;
}

export function HistoryTools(props: HistoryToolsProps) {
  const { t } = useTranslation('data');
  return (
    <div className="row gap-wide inset">
      <SpanTools history={props.history} />
      <fieldset>
        <legend className="visually-hidden">{t('data:quantity.label')}</legend>
        <Checkbox.Group
          value={[...props.quantities]}
          options={QUANTITIES.map((value) => ({ value, label: t(`data:quantity.${value}`) }))}
          onChange={(chosen) =>
            props.onQuantities(QUANTITIES.filter((quantity) => chosen.includes(quantity)))
          }
        />
      </fieldset>
      <PhaseColorsChoice />
    </div>
  );
}
