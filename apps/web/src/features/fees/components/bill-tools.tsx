/** Selects the period of a bill, and prints it. */
import { PrinterOutlined } from '@ant-design/icons';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { Button, type ButtonProps, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { periodsOf, useSettlement } from '../api/use-settlement.ts';

interface PeriodSelectProps {
  /** First day of the period; undefined for the current one. */
  readonly value: string | undefined;
  readonly onChange: (start: string | undefined) => void;
}

export function PeriodSelect({ value, onChange }: PeriodSelectProps) {
  const { t } = useTranslation('fees');
  const { data, isPending } = useSettlement();
  return (
    <Select
      aria-label={t('fees:period.span')}
      value={value ?? data?.open.start ?? null}
      placeholder={t('fees:period.span')}
      options={(data === undefined ? [] : periodsOf(data)).map(({ start, end }) => ({
        value: start,
        label: ltrText(`${start} – ${end}`),
      }))}
      loading={isPending}
      style={{ minInlineSize: 220 }}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  );
}

export function PrintButton(props: ButtonProps) {
  const { t } = useTranslation('fees');
  return (
    <Button {...props} icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
      {t('fees:bill.print')}
    </Button>
  );
}
