/** The mail with a scheduled report, in the language and zone of its reader. */
import { formatLocal } from '@busbar/domain/calendar';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import {
  fill,
  type Message,
  type Reader,
  trimmed,
} from '../../messaging/notifications/render-message.ts';
import { plainText } from '../../shared/plain-text.ts';
import { cutNote, reportTextsOf } from '../make-report.ts';
import type { ReportTask } from '../tasks/report-queries.ts';

interface MailTexts {
  readonly attached: string;
  readonly large: string;
  readonly page: string;
  readonly rows: string;
  readonly fileZone: string;
  readonly ownWhy: string;
  readonly why: string;
}

const MAIL_TEXTS: Readonly<Record<NotificationLanguage, MailTexts>> = {
  zh: {
    attached: '附件：{name}',
    large: '文件为 {size} MB，超出邮件附件上限。{until} 之前可在平台的“报表”页面下载。',
    page: '报表页面：{link}',
    rows: '行数',
    fileZone: '文件中的日期和时间为 {zone} 时区，本邮件中的时间为 {own} 时区。',
    ownWhy: '您收到此邮件是因为您设置了该定时报表。',
    why: '您收到此邮件是因为用户 {owner} 将您设为该定时报表的收件人。',
  },
  en: {
    attached: 'Attached: {name}',
    large:
      'The file has {size} MB, too much for a mail. Until {until} it can be downloaded from the page Reports of the platform.',
    page: 'Reports: {link}',
    rows: 'Rows',
    fileZone: 'Days and times in the file are those of {zone}, times in this mail those of {own}.',
    ownWhy: 'You receive this mail because you scheduled this report.',
    why: 'You receive this mail because the user {owner} made you a recipient of this scheduled report.',
  },
  ar: {
    attached: 'المرفق: {name}',
    large:
      'حجم الملف {size} ميغابايت، وهو أكبر مما يسمح به البريد. يمكن تنزيله من صفحة التقارير في المنصة حتى {until}.',
    page: 'التقارير: {link}',
    rows: 'عدد الصفوف',
    fileZone: 'الأيام والأوقات في الملف بتوقيت {zone}، والأوقات في هذه الرسالة بتوقيت {own}.',
    ownWhy: 'تصلك هذه الرسالة لأنك جدولت هذا التقرير.',
    why: 'تصلك هذه الرسالة لأن المستخدم {owner} أدرجك ضمن مستلمي هذا التقرير المجدول.',
  },
  fr: {
    attached: 'Pièce jointe : {name}',
    large:
      'Le fichier pèse {size} Mo, trop pour un courriel. Il peut être téléchargé jusqu’au {until} depuis la page Rapports de la plateforme.',
    page: 'Rapports : {link}',
    rows: 'Lignes',
    fileZone:
      'Les jours et heures du fichier sont ceux de {zone}, les heures de ce courriel ceux de {own}.',
    ownWhy: 'Vous recevez ce courriel parce que vous avez programmé ce rapport.',
    why: 'Vous recevez ce courriel parce que l’utilisateur {owner} vous a désigné destinataire de ce rapport programmé.',
  },
  ru: {
    attached: 'Вложение: {name}',
    large:
      'Размер файла {size} МБ — слишком много для письма. До {until} его можно скачать на странице «Отчёты» платформы.',
    page: 'Отчёты: {link}',
    rows: 'Строк',
    fileZone: 'Дни и время в файле — по поясу {zone}, время в этом письме — по поясу {own}.',
    ownWhy: 'Вы получили это письмо, потому что запланировали этот отчёт.',
    why: 'Вы получили это письмо, потому что пользователь {owner} сделал вас получателем этого отчёта по расписанию.',
  },
  es: {
    attached: 'Adjunto: {name}',
    large:
      'El archivo ocupa {size} MB, demasiado para un correo. Hasta el {until} puede descargarse en la página Informes de la plataforma.',
    page: 'Informes: {link}',
    rows: 'Filas',
    fileZone:
      'Los días y horas del archivo son los de {zone}; las horas de este correo, las de {own}.',
    ownWhy: 'Recibe este correo porque programó este informe.',
    why: 'Recibe este correo porque el usuario {owner} lo hizo destinatario de este informe programado.',
  },
};

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
  const words = reportTextsOf(reader.language);
  const texts = Object.hasOwn(MAIL_TEXTS, reader.language)
    ? MAIL_TEXTS[reader.language as NotificationLanguage]
    : MAIL_TEXTS.en;
  const day = (ms: number) => formatLocal(ms, zone).slice(0, 10);
  const [first, last] = [day(task.from), day(task.to - 1)];
  const days = first === last ? first : `${first} – ${last}`;
  const title = words.title[task.type];
  const note = cutNote(task, zone);
  const lines = [
    `${title}: ${days}`,
    '',
    `${words.devices}: ${task.deviceIds?.length ?? words.allDevices}`,
    `${texts.rows}: ${task.rows}`,
    `${words.made}: ${formatLocal(task.endedAt ?? task.createdAt, reader.zone)}`,
    ...(note === '' ? [] : [note]),
    '',
    attachedAs === undefined
      ? fill(texts.large, {
          size: ((task.bytes ?? 0) / 1_000_000).toFixed(1),
          until: formatLocal(task.keepUntil ?? task.createdAt, reader.zone),
        })
      : fill(texts.attached, { name: attachedAs }),
    fill(texts.fileZone, { zone, own: reader.zone }),
    ...(publicUrl === undefined
      ? []
      : [fill(texts.page, { link: `${trimmed(publicUrl)}/data-report` })]),
    '',
    owner === undefined ? texts.ownWhy : fill(texts.why, { owner: plainText(owner) }),
  ];
  return { subject: `${title} ${days}`, text: lines.join('\n') };
}
