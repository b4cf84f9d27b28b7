/**
 * Streams the audit trail as CSV; formulas are escaped as in the reports. Headings are translated
 * into the six languages; modules and commands are written as recorded, so that files exported by
 * different users can be compared.
 */
import { formatLocal } from '@busbar/domain/calendar';
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { csvText } from '../../shared/tables/write-csv.ts';
import type { AuditRow } from './audit-filter-queries.ts';

const COLUMNS = [
  'seq',
  'time',
  'user',
  'address',
  'session',
  'module',
  'command',
  'status',
  'written',
  'code',
  'device',
  'commandId',
  'detail',
] as const;

type Titles = Readonly<Record<(typeof COLUMNS)[number], string>>;

const TITLES: Readonly<Record<NotificationLanguage, Titles>> = {
  zh: {
    seq: '序号',
    time: '时间',
    user: '用户',
    address: '地址',
    session: '会话',
    module: '模块',
    command: '操作',
    status: '结果',
    written: '写入时的结果',
    code: '设备编号',
    device: '设备',
    commandId: '命令编号',
    detail: '详情',
  },
  en: {
    seq: 'Number',
    time: 'Time',
    user: 'User',
    address: 'Address',
    session: 'Session',
    module: 'Module',
    command: 'Operation',
    status: 'Result',
    written: 'Result as written',
    code: 'Device code',
    device: 'Device',
    commandId: 'Command id',
    detail: 'Detail',
  },
  ar: {
    seq: 'الرقم',
    time: 'الوقت',
    user: 'المستخدم',
    address: 'العنوان',
    session: 'الجلسة',
    module: 'الوحدة',
    command: 'العملية',
    status: 'النتيجة',
    written: 'النتيجة عند الكتابة',
    code: 'رمز الجهاز',
    device: 'الجهاز',
    commandId: 'معرّف الأمر',
    detail: 'التفاصيل',
  },
  fr: {
    seq: 'Numéro',
    time: 'Heure',
    user: 'Utilisateur',
    address: 'Adresse',
    session: 'Session',
    module: 'Module',
    command: 'Opération',
    status: 'Résultat',
    written: 'Résultat à l’écriture',
    code: 'Code de l’appareil',
    device: 'Appareil',
    commandId: 'Identifiant de commande',
    detail: 'Détail',
  },
  ru: {
    seq: 'Номер',
    time: 'Время',
    user: 'Пользователь',
    address: 'Адрес',
    session: 'Сеанс',
    module: 'Модуль',
    command: 'Операция',
    status: 'Результат',
    written: 'Результат при записи',
    code: 'Код устройства',
    device: 'Устройство',
    commandId: 'Идентификатор команды',
    detail: 'Подробности',
  },
  es: {
    seq: 'Número',
    time: 'Hora',
    user: 'Usuario',
    address: 'Dirección',
    session: 'Sesión',
    module: 'Módulo',
    command: 'Operación',
    status: 'Resultado',
    written: 'Resultado al escribirse',
    code: 'Código del dispositivo',
    device: 'Dispositivo',
    commandId: 'Identificador de la orden',
    detail: 'Detalle',
  },
};

const BYTE_ORDER_MARK = '\ufeff';

/** Yields the file in pieces; `zone` is the time zone of the user who exports it. */
export async function* auditCsv(
  pages: AsyncIterable<readonly AuditRow[]>,
  language: NotificationLanguage,
  zone: string,
): AsyncGenerator<string> {
  const titles = COLUMNS.map((column) => csvText(TITLES[language][column])).join(',');
  yield `${BYTE_ORDER_MARK}${titles}\r\n`;
  for await (const rows of pages) yield rows.map((row) => line(row, zone)).join('');
}

function line(row: AuditRow, zone: string): string {
  const { session, ...detail } = row.detail;
  const texts = [
    formatLocal(row.loggedAt, zone),
    row.userName,
    row.clientAddress,
    typeof session === 'string' ? session : '',
    row.module,
    row.command,
    row.commandState ?? row.status,
    row.status,
    row.deviceCode,
    row.deviceName,
    row.commandId ?? '',
    JSON.stringify(detail),
  ];
  return `${row.seq ?? ''},${texts.map(csvText).join(',')}\r\n`;
}
