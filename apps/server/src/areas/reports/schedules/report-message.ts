/** The mail with a scheduled report, in the language and zone of its reader. */
import { formatLocal } from '@busbar/domain/calendar';
import { formatBytes } from '@busbar/domain/formats/bytes-text';
import { languageTag } from '@busbar/domain/formats/language-tags';
import { formatCount } from '@busbar/domain/formats/number-format';
import type { Reader } from '../../messaging/notifications/alarm-sentence.ts';
import { type Message, trimmed } from '../../messaging/notifications/render-message.ts';
import { translatorFor } from '../../shared/i18n/translator.ts';
import { plainText } from '../../shared/plain-text.ts';
import { cutNote } from '../make-report.ts';
import type { ReportTask } from '../tasks/report-queries.ts';

interface MailAbout {
  readonly reader: Reader;
  /** IANA zone of the customer, which the file uses. */
  readonly zone: string;
  /** Undefined if the file is too large and must be downloaded. */
  readonly attachedAs: string | undefined;
  /** Undefined if the reader is the owner. */
  readonly owner: string | undefined;
  readonly publicUrl: string | undefined;
}

export function reportMessage(task: ReportTask, about: MailAbout): Message {
  const { reader, zone, attachedAs, owner, publicUrl } = about;
  const t = translatorFor(reader.language);
  const tag = languageTag(reader.language);
  const day = (ms: number) => formatLocal(ms, zone).slice(0, 10);
  const [first, last] = [day(task.from), day(task.to - 1)];
  const days = first === last ? first : `${first} – ${last}`;
  const title = t(`report-files:title.${task.type}`);
  const note = cutNote(task, zone);
  const lines = [
    `${title}: ${days}`,
    '',
    `${t('report-files:fact.devices')}: ${task.deviceIds?.length ?? t('report-files:fact.all-devices')}`,
    `${t('mails:scheduled-report.rows')}: ${formatCount(task.rows, tag)}`,
    `${t('report-files:fact.made')}: ${formatLocal(task.endedAt ?? task.createdAt, reader.zone)}`,
    ...(note === '' ? [] : [note]),
    '',
    attachedAs === undefined
      ? t('mails:scheduled-report.large', {
          size: formatBytes(task.bytes ?? 0, tag),
          until: formatLocal(task.keepUntil ?? task.createdAt, reader.zone),
        })
      : t('mails:scheduled-report.attached', { name: attachedAs }),
    t('mails:scheduled-report.file-zone', { zone, own: reader.zone }),
    ...(publicUrl === undefined
      ? []
      : [t('mails:scheduled-report.page', { link: `${trimmed(publicUrl)}/data-report` })]),
    '',
    owner === undefined
      ? t('mails:scheduled-report.own-why')
      : t('mails:scheduled-report.why', { owner: plainText(owner) }),
  ];
  return { subject: `${title} ${days}`, text: lines.join('\n') };
}
