/** The first reading of a device in figures, and whether it looks right. */
import {
  checkReading,
  type ReadingFinding,
  type ReadingPlausibility,
} from '@busbar/domain/onboarding/reading-plausibility';
import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../i18n/use-numbers.ts';
import type { FirstReading } from '../api/use-first-reading.ts';

export function ReadingCheck({ reading: { measured, ratedV } }: { reading: FirstReading }) {
  const { t } = useTranslation('device-register');
  const values = useReadingTexts(measured);
  const { findingText, goodText } = useCheckTexts();
  const check = checkReading(measured, ratedV);
  if (values.length === 0) return null;
  const isGood = check.findings.length === 0;
  return (
    <>
      <ul className="register__values row gap-wide" aria-label={t('device-register:check.values')}>
        {values.map((value) => (
          <li key={value}>
            <bdi>{value}</bdi>
          </li>
        ))}
      </ul>
      <Alert
        type={isGood ? 'success' : 'warning'}
        showIcon
        role="status"
        title={isGood ? goodText(check) : t('device-register:check.look')}
        {...(isGood ? {} : { description: <Findings texts={check.findings.map(findingText)} /> })}
      />
    </>
  );
}

function Findings({ texts }: { texts: readonly string[] }) {
  return (
    <ul className="register__hints bullets">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Voltage, current and power; the phases of a quantity share its unit. */
function useReadingTexts(measured: FirstReading['measured']): string[] {
  const { number, unit } = useNumbers();
  const { voltageA, voltageB, voltageC, currentA, currentB, currentC, activePower } = measured;
  const quantities = [
    { values: [voltageA, voltageB, voltageC], digits: 1, symbol: 'V' },
    { values: [currentA, currentB, currentC], digits: 1, symbol: 'A' },
    { values: [activePower], digits: 2, symbol: 'kW' },
  ];
  return quantities.flatMap(({ values, digits, symbol }) => {
    const known = values.filter((value) => value !== undefined);
    const texts = known.map((value) => number(value, digits));
    return known.length === 0 ? [] : [`${texts.join(' / ')}\u202F${unit(symbol)}`];
  });
}

function useCheckTexts() {
  const { t } = useTranslation('device-register');
  const { quantity } = useNumbers();
  const volts = (value: number) => quantity(value, 0, 'V');

  const goodText = ({ nominalV, isPowerChecked }: ReadingPlausibility) =>
    t(`device-register:check.${isPowerChecked ? 'good' : 'good-voltage'}`, {
      nominal: volts(nominalV ?? 0),
    });

  function findingText(finding: ReadingFinding): string {
    const key = `device-register:check.${finding.kind}` as const;
    switch (finding.kind) {
      case 'no-voltage':
      case 'power-reversed':
        return t(key);
      case 'phase-without-voltage':
        return t(key, { phase: finding.phase });
      case 'voltage-off':
        return t(key, { phase: finding.phase, nominal: volts(finding.nominalV) });
      case 'power-low':
      case 'power-high':
        return t(key, { expected: quantity(finding.expectedKw, 2, 'kW') });
    }
  }
  return { goodText, findingText };
}
