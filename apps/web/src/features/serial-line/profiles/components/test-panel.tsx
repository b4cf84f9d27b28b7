/** Reads the registers of the table from a meter on the line, without saving the profile. */
import { isDlt645Table, type MeterTable } from '@busbar/device-profiles/own/meter-table';
import { carriesProfile } from '@busbar/domain/line/line-transport';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormText } from '../../../../components/forms/form-text.tsx';
import { useAction } from '../../../../components/forms/use-action.ts';
import { ErrorAlert } from '../../../../components/states/error-alert.tsx';
import type { LineSettings } from '../../api/use-serial-line.ts';
import { RatioFields } from '../../components/ratio-fields.tsx';
import { PROFILE_PROTOCOL_NAMES, PROTOCOL_NAMES } from '../../protocol-names.ts';
import { ratiosIn } from '../table-draft.ts';
import type { ProfileTest, TestInput } from '../use-profiles.ts';

interface TestPanelProps {
  readonly line: LineSettings;
  readonly table: MeterTable;
  readonly test: ProfileTest;
  readonly hasErrors: boolean;
}

const NO_RATIOS = { ct_primary: null, ct_secondary: null, pt_primary: null, pt_secondary: null };

export function TestPanel({ line, table, test, hasErrors }: TestPanelProps) {
  const { t } = useTranslation(['meter-profiles', 'serial-lines']);
  const { run, isBusy, loading, error } = useAction({ showsError: true });
  const [station, setStation] = useState<string>();
  const [ratios, setRatios] = useState<Omit<TestInput, 'station'>>(NO_RATIOS);
  const needed = ratiosIn(table);
  const isDlt645 = isDlt645Table(table);
  const isCarried = carriesProfile(line, table.protocol);
  const isBlocked = hasErrors || !isCarried;
  /** The factory setting, unless every meter has its own address. */
  const address = station ?? (/^\d+$/.test(table.station) ? table.station : '');
  const isWaiting = isBusy || test.isWaiting;
  const start = () => {
    if (isBlocked || isWaiting) return;
    const kept = Object.entries(ratios).map(([name, value]) => [
      name,
      needed.some((ratio) => name.startsWith(ratio)) ? value : null,
    ]);
    const input = { ...NO_RATIOS, ...Object.fromEntries(kept) };
    void run(() => test.start(table, { ...input, station: address }));
  };
  return (
    <section
      className="profile-test stack gap-12"
      aria-label={t('meter-profiles:test.title')}
      // Enter would save the profile.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        start();
      }}
    >
      <h3>{t('meter-profiles:test.title')}</h3>
      <p className="hint prose">{t('meter-profiles:test.about')}</p>
      <FormText
        label={t('serial-lines:form.station')}
        help={isDlt645 ? t('serial-lines:form.station-dlt645') : undefined}
        maxLength={isDlt645 ? 12 : 3}
        inputMode="numeric"
        dir="ltr"
        className="code"
        autoComplete="off"
        problem={undefined}
        value={address}
        onChange={setStation}
      />
      <RatioFields
        ratios={needed}
        field={(name) => ({
          value: ratios[name],
          problem: undefined,
          onChange: (value) => setRatios((old) => ({ ...old, [name]: value })),
        })}
      />
      <div className="row">
        <Button onClick={start} loading={test.isWaiting || loading} disabled={isBlocked}>
          {t('meter-profiles:test.start')}
        </Button>
        <span role="status">{statusOf()}</span>
      </div>
      <ErrorAlert error={error ?? test.error ?? undefined} />
    </section>
  );

  function statusOf(): string {
    if (!isCarried) {
      return t('meter-profiles:test.other-protocol', {
        line: PROTOCOL_NAMES[line.protocol],
        protocol: PROFILE_PROTOCOL_NAMES[table.protocol],
      });
    }
    if (isBlocked) return t('meter-profiles:test.blocked');
    if (isWaiting) return t('meter-profiles:test.waiting');
    if (test.state === 'not-connected') return t('meter-profiles:test.not-connected');
    return test.state === 'done' ? t('meter-profiles:test.done') : '';
  }
}
