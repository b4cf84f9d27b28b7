/** Retention period of each kind of data; data that would be purged is named before saving. */

import { RETENTION_BOUNDS } from '@busbar/domain/configuration/sections';
import { ltrText } from '@busbar/domain/formats/ltr-text';
import { formatCount } from '@busbar/domain/formats/number-format';
import { formatMoment } from '@busbar/domain/formats/time-format';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { useRequiredSession } from '../../../lib/session/use-session.ts';
import { type SectionProps, useSection } from '../use-section.ts';
import { BoundedNumber, isWithin } from './bounded-number.tsx';
import { SectionFrame } from './section-frame.tsx';

const { readings, registers, rawWords, operationLog, ...OTHERS } = RETENTION_BOUNDS;
const BOUNDS = {
  ...{ readings, registers, raw_words: rawWords },
  ...OTHERS,
  operation_log: operationLog,
} as const;
type Kind = keyof typeof BOUNDS;
const KINDS = Object.keys(BOUNDS) as Kind[];
type Days = Readonly<Record<Kind, number>>;

const DAY_MS = 86_400_000;

export function RetentionSection(props: SectionProps<'retention'>) {
  const { t } = useTranslation('configuration');
  const { value, edit, save, state } = useSection('retention', props);
  const { found } = props;
  const [isAsking, setAsking] = useState(false);
  const isWrong = KINDS.some((kind) => !isWithin(value[kind], BOUNDS[kind]));
  const goes = shorter(found.value, value);
  const goesBack = shorter(found.value, found.standard);
  return (
    <>
      <SectionFrame
        state={state}
        isWrong={isWrong}
        onSave={() => (goes.length > 0 ? setAsking(true) : void save())}
        {...(goesBack.length > 0
          ? {
              resetWords: <Goes kinds={goesBack} before={found.value} after={found.standard} />,
            }
          : {})}
      >
        {KINDS.map((kind) => (
          <BoundedNumber
            key={kind}
            label={t(`configuration:kind.${kind}`)}
            value={value[kind]}
            bounds={BOUNDS[kind]}
            unit={t('configuration:days')}
            onChange={(days) => edit({ [kind]: days })}
          />
        ))}
      </SectionFrame>
      <ConfirmDialog
        isOpen={isAsking}
        isDanger
        isWide
        title={t('configuration:shorten-ask')}
        confirmLabel={t('configuration:shorten')}
        onConfirm={() => {
          setAsking(false);
          void save({ confirmed: true });
        }}
        onCancel={() => setAsking(false)}
      >
        <Goes kinds={goes} before={found.value} after={value} />
      </ConfirmDialog>
    </>
  );
}

const shorter = (before: Days, after: Days): Kind[] =>
  KINDS.filter((kind) => after[kind] < before[kind]);

function Goes({ kinds, before, after }: { kinds: readonly Kind[]; before: Days; after: Days }) {
  const { t } = useTranslation('configuration');
  const { tag } = useLanguage();
  const [now] = useState(() => Date.now());
  const { zone } = useRequiredSession().user;
  const dayOf = (days: number) => ltrText(formatMoment(now - days * DAY_MS, zone).slice(0, 10));
  return (
    <>
      <ul className="configuration__goes bullets stack gap-8">
        {kinds.map((kind) => (
          <li key={kind}>
            {t('configuration:shorten-line', {
              kind: t(`configuration:kind.${kind}`),
              before: formatCount(before[kind], tag),
              after: formatCount(after[kind], tag),
              day: dayOf(after[kind]),
              goes: t(`configuration:goes.${kind}`),
            })}
          </li>
        ))}
      </ul>
      <p>{t('configuration:shorten-end')}</p>
    </>
  );
}
