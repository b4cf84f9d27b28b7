/** Which span and which quantities; both stand in the address. */
import { ZoomOutOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  PHASE_SETS,
  type PhaseSet,
  setPhaseSet,
  usePhaseSet,
} from '../../../charts/phase-colors.ts';
import { MomentRange } from '../../../components/moment-range.tsx';
import { PHASE_COLORS } from '../../../theme/palette.ts';
import { RANGES, type Range } from '../history-span.ts';
import { QUANTITIES, type Quantity } from '../quantities.ts';

export interface HistoryToolsProps {
  readonly range: Range;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly quantities: readonly Quantity[];
  readonly isZoomed: boolean;
  readonly onRange: (range: Range) => void;
  readonly onCustom: (from: string | undefined, to: string | undefined) => void;
  readonly onQuantities: (quantities: readonly Quantity[]) => void;
  readonly onZoomOut: () => void;
}

export function HistoryTools(props: HistoryToolsProps) {
  const { t } = useTranslation('data');
  const phaseSet = usePhaseSet();
  return (
    <div className="history-tools">
      <Segmented<Range>
        aria-label={t('data:range.label')}
        value={props.range}
        onChange={props.onRange}
        options={RANGES.map((value) => ({ value, label: t(`data:range.${value}`) }))}
      />
      {props.range === 'custom' && (
        <MomentRange from={props.from} to={props.to} onChange={props.onCustom} />
      )}
      <fieldset className="history-tools__quantities">
        <legend className="visually-hidden">{t('data:quantity.label')}</legend>
        <Checkbox.Group
          value={[...props.quantities]}
          options={QUANTITIES.map((value) => ({ value, label: t(`data:quantity.${value}`) }))}
          onChange={(chosen) =>
            props.onQuantities(QUANTITIES.filter((quantity) => chosen.includes(quantity)))
          }
        />
      </fieldset>
      <Segmented<PhaseSet>
        size="small"
        aria-label={t('data:phase-colors.label')}
        value={phaseSet}
        onChange={setPhaseSet}
        options={PHASE_SETS.map((value) => ({
          value,
          label: (
            <span className="phase-choice" title={t(`data:phase-colors.${value}`)}>
              {(['a', 'b', 'c'] as const).map((phase) => (
                <i key={phase} style={{ background: PHASE_COLORS[value][phase] }} />
              ))}
              <span className="visually-hidden">{t(`data:phase-colors.${value}`)}</span>
            </span>
          ),
        }))}
      />
      {props.isZoomed && (
        <Button icon={<ZoomOutOutlined aria-hidden />} onClick={props.onZoomOut}>
          {t('data:chart.zoom-out')}
        </Button>
      )}
    </div>
  );
}
