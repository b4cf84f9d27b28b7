/** Additional texts for project mails, in the six languages. */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';
import { detailParts } from '@busbar/domain/project/detail-parts';
import type { Finding } from '@busbar/domain/project/lamp-check';

interface ProjectMailTexts {
  readonly project: string;
  readonly lampGroup: string;
  readonly tower: string;
  readonly why: string;
  /** Text per finding; `{n}` is the number. */
  readonly found: Readonly<Record<Finding, string>>;
}

export const PROJECT_MAIL_TEXTS: Readonly<Record<NotificationLanguage, ProjectMailTexts>> = {
  zh: {
    project: '项目',
    lampGroup: '灯组',
    tower: '铁塔',
    why: '您收到此消息是因为该地址在项目的通知设置中。',
    found: {
      failed: '故障灯数 {n}',
      under: '功率偏低 {n} %',
      over: '功率偏高 {n} %',
      dark: '夜间未亮灯',
      dayBurning: '白天亮灯 {n} 盏',
      bypassed: '断路器分闸仍亮灯',
      noReport: '无数据上报',
      energyLevel: '电量等级 {n}',
    },
  },
  en: {
    project: 'Project',
    lampGroup: 'Lamp group',
    tower: 'Tower',
    why: 'You get this message because this address is in the notification settings of the project.',
    found: {
      failed: 'lamps out: {n}',
      under: 'under rate {n} %',
      over: 'over rate {n} %',
      dark: 'off at night',
      dayBurning: 'lamps on by day: {n}',
      bypassed: 'on behind an open breaker',
      noReport: 'no report',
      energyLevel: 'energy level {n}',
    },
  },
  ar: {
    project: 'المشروع',
    lampGroup: 'مجموعة المصابيح',
    tower: 'البرج',
    why: 'تصلك هذه الرسالة لأن هذا العنوان مذكور في إعدادات إشعارات المشروع.',
    found: {
      failed: 'مصابيح معطلة: {n}',
      under: 'القدرة أقل بنسبة {n} %',
      over: 'القدرة أعلى بنسبة {n} %',
      dark: 'مطفأة ليلًا',
      dayBurning: 'مصابيح مضاءة نهارًا: {n}',
      bypassed: 'مضاءة خلف قاطع مفصول',
      noReport: 'لا بيانات',
      energyLevel: 'مستوى الطاقة {n}',
    },
  },
  fr: {
    project: 'Projet',
    lampGroup: 'Groupe de lampes',
    tower: 'Pylône',
    why: 'Vous recevez ce message car cette adresse figure dans les notifications du projet.',
    found: {
      failed: 'lampes en panne : {n}',
      under: 'puissance inférieure de {n} %',
      over: 'puissance supérieure de {n} %',
      dark: 'éteint la nuit',
      dayBurning: 'lampes allumées le jour : {n}',
      bypassed: 'allumé malgré le disjoncteur ouvert',
      noReport: 'aucun relevé',
      energyLevel: 'niveau d’énergie {n}',
    },
  },
  ru: {
    project: 'Проект',
    lampGroup: 'Группа ламп',
    tower: 'Вышка',
    why: 'Вы получили это сообщение, так как адрес указан в уведомлениях проекта.',
    found: {
      failed: 'не горит ламп: {n}',
      under: 'мощность ниже на {n} %',
      over: 'мощность выше на {n} %',
      dark: 'не горит ночью',
      dayBurning: 'горит днём ламп: {n}',
      bypassed: 'горит при отключённом выключателе',
      noReport: 'нет показаний',
      energyLevel: 'уровень энергии {n}',
    },
  },
  es: {
    project: 'Proyecto',
    lampGroup: 'Grupo de lámparas',
    tower: 'Torre',
    why: 'Recibe este mensaje porque esta dirección figura en las notificaciones del proyecto.',
    found: {
      failed: 'lámparas fundidas: {n}',
      under: 'potencia inferior en {n} %',
      over: 'potencia superior en {n} %',
      dark: 'apagado de noche',
      dayBurning: 'lámparas encendidas de día: {n}',
      bypassed: 'encendido con el interruptor abierto',
      noReport: 'sin datos',
      energyLevel: 'nivel de energía {n}',
    },
  },
};

/** Returns the cause of a lamp alarm in the language of the reader; empty for other alarms. */
export function lampWords(type: string, detail: string, language: NotificationLanguage): string {
  const { found } = PROJECT_MAIL_TEXTS[language];
  return detailParts(type, detail)
    .map(({ word, value }) => found[word].replace('{n}', String(value ?? '')))
    .join(', ');
}
