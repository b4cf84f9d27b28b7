/** Signal strength as bars and label, with the value in the tooltip. */

import { signalBand, signalDbm } from '@busbar/domain/device/signal';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatQuantity } from '@busbar/domain/formats/number-format';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/use-language.ts';

const BARS = [1, 2, 3, 4, 5] as const;
const STRENGTH = { veryWeak: 1, weak: 2, fair: 3, good: 4, excellent: 5, unknown: 0 } as const;

export interface SignalBarsProps {
  readonly csq: number | null;
  /** Shows only the bars; the label is then for screen readers. */
  readonly isCompact?: boolean;
}

export function SignalBars({ csq, isCompact = false }: SignalBarsProps) {
  const { t } = useTranslation('devices');
  const { tag } = useLanguage();
  const band = signalBand(csq ?? undefined);
  const strength = STRENGTH[band];
  const dbm = csq === null ? undefined : signalDbm(csq);
  const label = t(`devices:signal.${band}`);
  const title =
    dbm === undefined
      ? label
      : `${label} · csq ${csq} · ${ltrText(formatQuantity(dbm, 0, 'dBm', tag))}`;
  return (
    <span className="signal-bars" data-band={band} title={title}>
      <svg viewBox="0 0 20 14" width="20" height="14" aria-hidden="true" focusable="false">
        {BARS.map((bar) => (
          <rect
            key={bar}
            x={(bar - 1) * 4}
            y={14 - bar * 2.6}
            width="3"
            height={bar * 2.6}
            rx="0.8"
            className={bar <= strength ? 'signal-bars__on' : 'signal-bars__off'}
          />
        ))}
        {strength === 0 && <path d="M2 2L12 12M12 2L2 12" className="signal-bars__cross" />}
      </svg>
      <span className={isCompact ? 'visually-hidden' : 'signal-bars__word muted'}>{label}</span>
    </span>
  );
}
