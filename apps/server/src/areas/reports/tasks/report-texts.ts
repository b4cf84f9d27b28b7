/** Texts in report files, in the six languages of the user interface. `{…}` is a placeholder. */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import type { ReportType } from '@busbar/domain/report/report-kind';
import type { TariffBand } from '@busbar/domain/tariff/band';

/** Reasons why there is no file. */
export const REPORT_FAILURES = [
  'storage-full',
  'too-large',
  'interrupted',
  'access-ended',
  'failed',
] as const;

export type ReportFailure = (typeof REPORT_FAILURES)[number];

export interface ReportTexts {
  readonly title: Readonly<Record<ReportType, string>>;
  readonly facts: string;
  readonly range: string;
  readonly zone: string;
  readonly currency: string;
  readonly made: string;
  readonly devices: string;
  readonly allDevices: string;
  readonly cut: string;
  readonly wholePeriods: string;
  readonly thinned: string;
  readonly column: Readonly<
    Record<
      | 'time'
      | 'date'
      | 'device'
      | 'code'
      | 'type'
      | 'kind'
      | 'alarm'
      | 'warning'
      | 'priority'
      | 'phase'
      | 'value'
      | 'peak'
      | 'limit'
      | 'unit'
      | 'count'
      | 'ended'
      | 'handled'
      | 'yes'
      | 'no'
      | 'handledBy'
      | 'note'
      | 'detail'
      | 'energy'
      | 'fee'
      | 'tariff'
      | 'version'
      | 'remarks'
      | 'provisional'
      | 'estimated'
      | 'noTariff',
      string
    >
  >;
  readonly band: Readonly<Record<TariffBand, string>>;
  readonly bill: Readonly<
    Record<
      | 'start'
      | 'end'
      | 'state'
      | 'open'
      | 'ended'
      | 'closed'
      | 'entry'
      | 'line'
      | 'adjustment'
      | 'band'
      | 'price'
      | 'amount'
      | 'ofPeriod'
      | 'correction'
      | 'late',
      string
    >
  >;
  readonly quantity: Readonly<
    Record<
      | 'phaseVoltage'
      | 'lineVoltage'
      | 'current'
      | 'activePower'
      | 'reactivePower'
      | 'apparentPower'
      | 'powerFactor'
      | 'frequency'
      | 'temperature',
      string
    >
  >;
  readonly failure: Readonly<Record<ReportFailure, string>>;
}

export const REPORT_TEXTS: Readonly<Record<NotificationLanguage, ReportTexts>> = {
  zh: {
    title: {
      alarm: '告警报表',
      energy: '电量报表',
      bill: '账单报表',
      parameter: '电参数报表',
    },
    facts: '说明',
    range: '时间范围',
    zone: '时区',
    currency: '货币',
    made: '生成时间',
    devices: '设备',
    allDevices: '本分组及下级的全部设备',
    cut: '所选范围过长，已截取为最近 {days} 天；所选为 {start} 至 {end}。',
    wholePeriods: '账单按完整的结算周期列出。',
    thinned: '早于 {before} 的读数仅保留每 15 分钟的平均值，时间为该时段的开始。',
    column: {
      time: '时间',
      date: '日期',
      device: '设备',
      code: '设备编码',
      type: '类型',
      kind: '类别',
      alarm: '告警',
      warning: '预警',
      priority: '优先级',
      phase: '相别',
      value: '最新值',
      peak: '极值',
      limit: '限值',
      unit: '单位',
      count: '次数',
      ended: '结束时间',
      handled: '已处理',
      yes: '是',
      no: '否',
      handledBy: '处理人',
      note: '备注',
      detail: '详情',
      energy: '电量',
      fee: '电费',
      tariff: '费率',
      version: '版本',
      remarks: '备注',
      provisional: '暂定',
      estimated: '估算',
      noTariff: '未设置费率',
    },
    band: {
      sharp: '尖',
      peak: '峰',
      offPeak: '平',
      valley: '谷',
    },
    bill: {
      start: '周期开始',
      end: '周期结束',
      state: '状态',
      open: '进行中',
      ended: '已结束，未结账',
      closed: '已结账',
      entry: '条目',
      line: '账单行',
      adjustment: '调整',
      band: '时段',
      price: '每 kWh 单价',
      amount: '金额',
      ofPeriod: '所属周期',
      correction: '管理员更正',
      late: '迟到的读数',
    },
    quantity: {
      phaseVoltage: '电压',
      lineVoltage: '线电压',
      current: '电流',
      activePower: '有功功率',
      reactivePower: '无功功率',
      apparentPower: '视在功率',
      powerFactor: '功率因数',
      frequency: '频率',
      temperature: '温度',
    },
    failure: {
      'storage-full': '存储空间不足，报表未能写完；请稍后再试。',
      'too-large': '数据过多，一个文件容纳不下；请缩短范围、减少设备或改用 CSV。',
      interrupted: '生成多次中断，已停止；请重新生成。',
      'access-ended': '该账号已无权查看所选设备。',
      failed: '报表生成失败；请稍后再试。',
    },
  },
  en: {
    title: {
      alarm: 'Alarm report',
      energy: 'Energy report',
      bill: 'Bill report',
      parameter: 'Electrical parameters',
    },
    facts: 'About',
    range: 'Range',
    zone: 'Time zone',
    currency: 'Currency',
    made: 'Made',
    devices: 'Devices',
    allDevices: 'All devices of the group and below',
    cut: 'The range was too long and was cut to its last {days} days; asked for was {start} to {end}.',
    wholePeriods: 'Bills are given for whole settlement periods.',
    thinned: 'Readings before {before} are means of quarter hours; their time is its beginning.',
    column: {
      time: 'Time',
      date: 'Date',
      device: 'Device',
      code: 'Device code',
      type: 'Type',
      kind: 'Kind',
      alarm: 'Alarm',
      warning: 'Warning',
      priority: 'Priority',
      phase: 'Phase',
      value: 'Newest value',
      peak: 'Furthest value',
      limit: 'Limit',
      unit: 'Unit',
      count: 'Count',
      ended: 'Ended at',
      handled: 'Handled',
      yes: 'yes',
      no: 'no',
      handledBy: 'Handled by',
      note: 'Note',
      detail: 'Detail',
      energy: 'Energy',
      fee: 'Fee',
      tariff: 'Tariff',
      version: 'Version',
      remarks: 'Remarks',
      provisional: 'provisional',
      estimated: 'estimated',
      noTariff: 'no tariff set',
    },
    band: {
      sharp: 'sharp',
      peak: 'peak',
      offPeak: 'off-peak',
      valley: 'valley',
    },
    bill: {
      start: 'Period begins',
      end: 'Period ends',
      state: 'State',
      open: 'Running',
      ended: 'Ended, not closed',
      closed: 'Closed',
      entry: 'Entry',
      line: 'Line',
      adjustment: 'Adjustment',
      band: 'Band',
      price: 'Price per kWh',
      amount: 'Amount',
      ofPeriod: 'Of the period',
      correction: 'Correction by an administrator',
      late: 'Readings that came late',
    },
    quantity: {
      phaseVoltage: 'Voltage',
      lineVoltage: 'Line voltage',
      current: 'Current',
      activePower: 'Active power',
      reactivePower: 'Reactive power',
      apparentPower: 'Apparent power',
      powerFactor: 'Power factor',
      frequency: 'Frequency',
      temperature: 'Temperature',
    },
    failure: {
      'storage-full': 'There is no room left to store the report; please try later.',
      'too-large': 'There is too much for one file; choose a shorter range, fewer devices, or CSV.',
      interrupted:
        'Making the report was interrupted several times and was given up; please start it again.',
      'access-ended': 'The account may no longer see what was chosen.',
      failed: 'The report could not be made; please try later.',
    },
  },
  ar: {
    title: {
      alarm: 'تقرير الإنذارات',
      energy: 'تقرير الطاقة',
      bill: 'تقرير الفواتير',
      parameter: 'المعاملات الكهربائية',
    },
    facts: 'حول التقرير',
    range: 'المدى الزمني',
    zone: 'المنطقة الزمنية',
    currency: 'العملة',
    made: 'أُنشئ في',
    devices: 'الأجهزة',
    allDevices: 'كل أجهزة المجموعة وما دونها',
    cut: 'كان المدى أطول من المسموح فاقتُصر على آخر {days} يومًا؛ المطلوب من {start} إلى {end}.',
    wholePeriods: 'تُعرض الفواتير لفترات تسوية كاملة.',
    thinned: 'القراءات قبل {before} متوسطات لأرباع الساعة، ووقتها بدايتها.',
    column: {
      time: 'الوقت',
      date: 'التاريخ',
      device: 'الجهاز',
      code: 'رمز الجهاز',
      type: 'النوع',
      kind: 'الفئة',
      alarm: 'إنذار',
      warning: 'تحذير',
      priority: 'الأولوية',
      phase: 'الطور',
      value: 'أحدث قيمة',
      peak: 'أقصى قيمة',
      limit: 'الحد',
      unit: 'الوحدة',
      count: 'العدد',
      ended: 'وقت الانتهاء',
      handled: 'معالَج',
      yes: 'نعم',
      no: 'لا',
      handledBy: 'عالجه',
      note: 'ملاحظة',
      detail: 'التفاصيل',
      energy: 'الطاقة',
      fee: 'الرسوم',
      tariff: 'التعرفة',
      version: 'الإصدار',
      remarks: 'ملاحظات',
      provisional: 'مؤقت',
      estimated: 'تقديري',
      noTariff: 'لم تُحدَّد تعرفة',
    },
    band: {
      sharp: 'الذروة القصوى',
      peak: 'الذروة',
      offPeak: 'خارج الذروة',
      valley: 'الفترة المنخفضة',
    },
    bill: {
      start: 'بداية الفترة',
      end: 'نهاية الفترة',
      state: 'الحالة',
      open: 'جارية',
      ended: 'انتهت ولم تُغلق',
      closed: 'مغلقة',
      entry: 'البند',
      line: 'سطر',
      adjustment: 'تسوية',
      band: 'الشريحة',
      price: 'السعر لكل kWh',
      amount: 'المبلغ',
      ofPeriod: 'عن فترة',
      correction: 'تصحيح من مسؤول',
      late: 'قراءات وصلت متأخرة',
    },
    quantity: {
      phaseVoltage: 'الجهد',
      lineVoltage: 'جهد الخط',
      current: 'التيار',
      activePower: 'القدرة الفعالة',
      reactivePower: 'القدرة غير الفعالة',
      apparentPower: 'القدرة الظاهرية',
      powerFactor: 'معامل القدرة',
      frequency: 'التردد',
      temperature: 'درجة الحرارة',
    },
    failure: {
      'storage-full': 'لا مساحة كافية لحفظ التقرير؛ حاول لاحقًا.',
      'too-large': 'البيانات أكثر مما يسعه ملف واحد؛ اختر مدى أقصر أو أجهزة أقل أو صيغة CSV.',
      interrupted: 'انقطع إنشاء التقرير عدة مرات فأُوقف؛ ابدأه من جديد.',
      'access-ended': 'لم يعد يحق للحساب رؤية ما اختير.',
      failed: 'تعذّر إنشاء التقرير؛ حاول لاحقًا.',
    },
  },
  fr: {
    title: {
      alarm: 'Rapport d’alarmes',
      energy: 'Rapport d’énergie',
      bill: 'Rapport de factures',
      parameter: 'Paramètres électriques',
    },
    facts: 'À propos',
    range: 'Période',
    zone: 'Fuseau horaire',
    currency: 'Devise',
    made: 'Établi le',
    devices: 'Appareils',
    allDevices: 'Tous les appareils du groupe et en dessous',
    cut: 'La période était trop longue et a été réduite à ses {days} derniers jours ; demandée : du {start} au {end}.',
    wholePeriods: 'Les factures sont données par périodes de décompte entières.',
    thinned:
      'Les relevés antérieurs au {before} sont des moyennes de quarts d’heure, à l’heure de leur début.',
    column: {
      time: 'Heure',
      date: 'Date',
      device: 'Appareil',
      code: 'Code de l’appareil',
      type: 'Type',
      kind: 'Catégorie',
      alarm: 'Alarme',
      warning: 'Avertissement',
      priority: 'Priorité',
      phase: 'Phase',
      value: 'Dernière valeur',
      peak: 'Valeur extrême',
      limit: 'Limite',
      unit: 'Unité',
      count: 'Nombre',
      ended: 'Fin',
      handled: 'Traitée',
      yes: 'oui',
      no: 'non',
      handledBy: 'Traitée par',
      note: 'Note',
      detail: 'Détail',
      energy: 'Énergie',
      fee: 'Frais',
      tariff: 'Tarif',
      version: 'Version',
      remarks: 'Remarques',
      provisional: 'provisoire',
      estimated: 'estimé',
      noTariff: 'aucun tarif défini',
    },
    band: {
      sharp: 'pointe extrême',
      peak: 'pointe',
      offPeak: 'heures pleines',
      valley: 'heures creuses',
    },
    bill: {
      start: 'Début de la période',
      end: 'Fin de la période',
      state: 'État',
      open: 'En cours',
      ended: 'Terminée, non clôturée',
      closed: 'Clôturée',
      entry: 'Écriture',
      line: 'Ligne',
      adjustment: 'Ajustement',
      band: 'Tranche',
      price: 'Prix par kWh',
      amount: 'Montant',
      ofPeriod: 'De la période',
      correction: 'Correction par un administrateur',
      late: 'Relevés tardifs',
    },
    quantity: {
      phaseVoltage: 'Tension',
      lineVoltage: 'Tension composée',
      current: 'Courant',
      activePower: 'Puissance active',
      reactivePower: 'Puissance réactive',
      apparentPower: 'Puissance apparente',
      powerFactor: 'Facteur de puissance',
      frequency: 'Fréquence',
      temperature: 'Température',
    },
    failure: {
      'storage-full': 'Il n’y a plus de place pour enregistrer le rapport ; réessayez plus tard.',
      'too-large':
        'Il y a trop de données pour un fichier ; choisissez une période plus courte, moins d’appareils, ou CSV.',
      interrupted: 'La préparation a été interrompue plusieurs fois et abandonnée ; relancez-la.',
      'access-ended': 'Le compte ne peut plus voir ce qui avait été choisi.',
      failed: 'Le rapport n’a pas pu être établi ; réessayez plus tard.',
    },
  },
  ru: {
    title: {
      alarm: 'Отчёт о тревогах',
      energy: 'Отчёт об энергии',
      bill: 'Отчёт о счетах',
      parameter: 'Электрические параметры',
    },
    facts: 'Об отчёте',
    range: 'Период',
    zone: 'Часовой пояс',
    currency: 'Валюта',
    made: 'Составлен',
    devices: 'Устройства',
    allDevices: 'Все устройства группы и ниже',
    cut: 'Период был слишком длинным и сокращён до последних {days} дней; запрошен с {start} по {end}.',
    wholePeriods: 'Счета приведены за полные расчётные периоды.',
    thinned: 'Показания до {before} — средние за четверть часа; указано её начало.',
    column: {
      time: 'Время',
      date: 'Дата',
      device: 'Устройство',
      code: 'Код устройства',
      type: 'Тип',
      kind: 'Вид',
      alarm: 'Тревога',
      warning: 'Предупреждение',
      priority: 'Приоритет',
      phase: 'Фаза',
      value: 'Последнее значение',
      peak: 'Крайнее значение',
      limit: 'Предел',
      unit: 'Единица',
      count: 'Количество',
      ended: 'Конец',
      handled: 'Обработана',
      yes: 'да',
      no: 'нет',
      handledBy: 'Кем обработана',
      note: 'Примечание',
      detail: 'Подробности',
      energy: 'Энергия',
      fee: 'Начислено',
      tariff: 'Тариф',
      version: 'Версия',
      remarks: 'Пометки',
      provisional: 'предварительно',
      estimated: 'оценка',
      noTariff: 'тариф не задан',
    },
    band: {
      sharp: 'острый пик',
      peak: 'пик',
      offPeak: 'полупик',
      valley: 'ночь',
    },
    bill: {
      start: 'Начало периода',
      end: 'Конец периода',
      state: 'Состояние',
      open: 'Идёт',
      ended: 'Завершён, не закрыт',
      closed: 'Закрыт',
      entry: 'Запись',
      line: 'Строка',
      adjustment: 'Корректировка',
      band: 'Зона',
      price: 'Цена за кВт·ч',
      amount: 'Сумма',
      ofPeriod: 'За период',
      correction: 'Исправление администратором',
      late: 'Опоздавшие показания',
    },
    quantity: {
      phaseVoltage: 'Напряжение',
      lineVoltage: 'Линейное напряжение',
      current: 'Ток',
      activePower: 'Активная мощность',
      reactivePower: 'Реактивная мощность',
      apparentPower: 'Полная мощность',
      powerFactor: 'Коэффициент мощности',
      frequency: 'Частота',
      temperature: 'Температура',
    },
    failure: {
      'storage-full': 'Для отчёта не хватило места; попробуйте позже.',
      'too-large':
        'Данных слишком много для одного файла; выберите более короткий период, меньше устройств или CSV.',
      interrupted: 'Подготовка несколько раз прерывалась и остановлена; начните заново.',
      'access-ended': 'Учётная запись больше не видит выбранного.',
      failed: 'Отчёт составить не удалось; попробуйте позже.',
    },
  },
  es: {
    title: {
      alarm: 'Informe de alarmas',
      energy: 'Informe de energía',
      bill: 'Informe de facturas',
      parameter: 'Parámetros eléctricos',
    },
    facts: 'Acerca de',
    range: 'Periodo',
    zone: 'Zona horaria',
    currency: 'Moneda',
    made: 'Emitido',
    devices: 'Equipos',
    allDevices: 'Todos los equipos del grupo e inferiores',
    cut: 'El periodo era demasiado largo y se redujo a sus últimos {days} días; se pidió del {start} al {end}.',
    wholePeriods: 'Las facturas se dan por periodos de liquidación completos.',
    thinned:
      'Las lecturas anteriores al {before} son medias de cuartos de hora; la hora es la de su inicio.',
    column: {
      time: 'Hora',
      date: 'Fecha',
      device: 'Equipo',
      code: 'Código del equipo',
      type: 'Tipo',
      kind: 'Clase',
      alarm: 'Alarma',
      warning: 'Aviso',
      priority: 'Prioridad',
      phase: 'Fase',
      value: 'Último valor',
      peak: 'Valor extremo',
      limit: 'Límite',
      unit: 'Unidad',
      count: 'Cantidad',
      ended: 'Fin',
      handled: 'Atendida',
      yes: 'sí',
      no: 'no',
      handledBy: 'Atendida por',
      note: 'Nota',
      detail: 'Detalle',
      energy: 'Energía',
      fee: 'Importe',
      tariff: 'Tarifa',
      version: 'Versión',
      remarks: 'Observaciones',
      provisional: 'provisional',
      estimated: 'estimado',
      noTariff: 'sin tarifa definida',
    },
    band: {
      sharp: 'punta crítica',
      peak: 'punta',
      offPeak: 'llano',
      valley: 'valle',
    },
    bill: {
      start: 'Inicio del periodo',
      end: 'Fin del periodo',
      state: 'Estado',
      open: 'En curso',
      ended: 'Terminado, sin cerrar',
      closed: 'Cerrado',
      entry: 'Apunte',
      line: 'Línea',
      adjustment: 'Ajuste',
      band: 'Periodo tarifario',
      price: 'Precio por kWh',
      amount: 'Importe',
      ofPeriod: 'Del periodo',
      correction: 'Corrección de un administrador',
      late: 'Lecturas tardías',
    },
    quantity: {
      phaseVoltage: 'Tensión',
      lineVoltage: 'Tensión de línea',
      current: 'Corriente',
      activePower: 'Potencia activa',
      reactivePower: 'Potencia reactiva',
      apparentPower: 'Potencia aparente',
      powerFactor: 'Factor de potencia',
      frequency: 'Frecuencia',
      temperature: 'Temperatura',
    },
    failure: {
      'storage-full': 'No queda espacio para guardar el informe; inténtelo más tarde.',
      'too-large':
        'Hay demasiados datos para un archivo; elija un periodo más corto, menos equipos o CSV.',
      interrupted: 'La preparación se interrumpió varias veces y se abandonó; iníciela de nuevo.',
      'access-ended': 'La cuenta ya no puede ver lo elegido.',
      failed: 'El informe no se pudo hacer; inténtelo más tarde.',
    },
  },
};
