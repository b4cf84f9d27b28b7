/**
 * Words permitted in labels and sentences about breaker operations. `docs/glossary.md` contains the
 * terms themselves; this table defines which keys name which concept, and which stems a language
 * requires or prohibits there. A wrong stem can make an operator switch the wrong way: in everyday
 * Arabic "open" turns a light on, and in Russian "switched off" can be read as a command to the
 * breaker.
 */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';

/** Text of the concept must contain a word of `uses` and none of `avoids`. */
interface Stems {
  readonly uses: RegExp;
  readonly avoids?: RegExp;
}

export interface Concept {
  /** Keys whose text is about the concept, as `namespace:key` without plural suffixes. */
  readonly keys: readonly RegExp[];
  readonly stems: Readonly<Record<NotificationLanguage, Stems>>;
}

/** Keys whose text is about both directions of a breaker. */
const BOTH: readonly RegExp[] = [
  /^control:mode\.control$/,
  /^device-types:can\.switch$/,
  /^refusals:reason\.(slave-order-unknown|tower-breaker-unfit)$/,
  /^roles:permission\.(device\.switch|timer\.write)\.about$/,
  /^timers:(none-body|form\.pair|form\.pair-same-time)$/,
];

const ARABIC_AMBIGUOUS = 'فتح|فُتح|مفتوح|إغلاق|غلق|مغلق|تشغيل|شغّل|شُغّل|إطفاء|توصيل';

export const CONCEPTS: Readonly<Record<string, Concept>> = {
  open: {
    keys: [
      /^alarms:cause\.command\.open$/,
      /^(control:(order|button|confirm\.title|confirm\.action)|log:command|towers:order)\.open$/,
      /^(console:effect|device-deploy:glance\.op)\.open$/,
      /^device-deploy:flag\.opens$/,
      /^palette:(verb|ask|words)\.open$/,
      /^group-control:((confirm|progress)\.title|confirm\.action|ask)\.open$/,
      /^slaves:(ask|confirm\.title|confirm\.action)\.open$/,
      /^timers:form\.open-time$/,
      /^protection:(timer\.open|field\.opensOnPowerLoss|delays\.summary|supply\.(closes|waits))$/,
      /^control:confirm\.effect\.lock$/,
    ],
    stems: {
      en: { uses: /\bopen/i, avoids: /switch(es)? off|turn(s|ed)? off/i },
      zh: { uses: /分闸|分合闸/, avoids: /关闭|打开|断开/ },
      ar: { uses: /فصل/, avoids: new RegExp(ARABIC_AMBIGUOUS) },
      fr: { uses: /ouvr|ouver/i, avoids: /éteind|déconnect/i },
      ru: { uses: /отключ/i, avoids: /выключ(?!ател)|откры/i },
      es: { uses: /\babr|apert|abiert/i, avoids: /apag|desconect/i },
    },
  },
  close: {
    keys: [
      /^alarms:cause\.command\.close$/,
      /^(control:(order|button|confirm\.title|confirm\.action)|log:command|towers:order)\.close$/,
      /^(console:effect|device-deploy:glance\.op)\.close$/,
      /^group-control:((confirm|progress)\.title|confirm\.action|ask)\.close$/,
      /^slaves:(ask|confirm\.title|confirm\.action)\.close$/,
      /^palette:(verb|ask|words)\.close$/,
      /^timers:form\.close-time$/,
      /^protection:(timer\.close|supply\.closes)$/,
      /^(control|group-control):confirm\.effect\.unlock$/,
      /^control:confirm\.effect\.lock-open$/,
      /^refusals:reason\.close-disabled$/,
    ],
    stems: {
      en: { uses: /\bclos/i, avoids: /switch(es)? on|turn(s|ed)? on/i },
      zh: { uses: /合闸/, avoids: /关闭|打开|闭合/ },
      ar: { uses: /وصل|يصل/, avoids: new RegExp(ARABIC_AMBIGUOUS) },
      fr: { uses: /ferm/i, avoids: /allum|connect/i },
      ru: { uses: /включ/i, avoids: /закры/i },
      es: { uses: /cerr|cierr/i, avoids: /encend|\bconect/i },
    },
  },
  lock: {
    keys: [
      /^alarms:cause\.command\.lock$/,
      /^(control:(order|button|confirm\.title|confirm\.action|lock)|log:command)\.(lock|label)$/,
      /^control:mode\.lock$/,
      /^device-deploy:(glance\.op\.lock|flag\.locks)$/,
      /^device-types:can\.lock$/,
      /^group-control:((confirm|progress)\.title|confirm\.action|ask)\.lock$/,
      /^protection:delays\.summary-lock$/,
      /^refusals:reason\.lock-disabled$/,
      /^roles:permission\.device\.switch\.about$/,
    ],
    stems: {
      en: { uses: /\block/i },
      zh: { uses: /锁定/, avoids: /闭锁/ },
      ar: { uses: /قفل.*ضد الوصل/, avoids: new RegExp(ARABIC_AMBIGUOUS) },
      fr: { uses: /(?<!dé)verrouill/i, avoids: /bloqu/i },
      ru: { uses: /(?<!раз)блокир/i },
      es: { uses: /(?<!des)bloque/i },
    },
  },
  unlock: {
    keys: [
      /^alarms:cause\.command\.unlock$/,
      /^(control:(order|button|confirm\.title|confirm\.action)|log:command)\.unlock$/,
      /^control:mode\.lock$/,
      /^device-deploy:glance\.op\.unlock$/,
      /^group-control:((confirm|progress)\.title|confirm\.action|ask)\.unlock$/,
      /^(control|group-control):confirm\.effect\.lock(-open)?$/,
      /^refusals:reason\.(unlock-disabled|locked-by-other)$/,
      /^roles:permission\.(device\.switch|lock\.override)\.about$/,
    ],
    stems: {
      en: { uses: /unlock/i },
      zh: { uses: /解锁/ },
      ar: { uses: /(رفع|يُرفع|يرفع|ارفع).*قفل/, avoids: /إلغاء|يُلغى|يلغي|فك |فتح/ },
      fr: { uses: /déverrouill/i, avoids: /débloqu/i },
      ru: { uses: /сня|сним/i, avoids: /разблок/i },
      es: { uses: /desbloque/i },
    },
  },
  trip: {
    keys: [
      /^control:cause\.(openByFault)$/,
      /^devices:tree\.category\.fault$/,
      /^protection:strip\.title$/,
    ],
    stems: {
      en: { uses: /\btrip/i },
      zh: { uses: /跳闸/ },
      ar: { uses: /حماية/, avoids: new RegExp(ARABIC_AMBIGUOUS) },
      fr: { uses: /déclench/i },
      ru: { uses: /защит/i, avoids: /повреждени|авари/i },
      es: { uses: /dispar/i },
    },
  },
  reclose: {
    keys: [
      /^control:cause\.closeAutomatic$/,
      /^protection:(tab\.enableSwitch|field\.reclose|field\.closesAutomatically|strip\.title)$/,
    ],
    stems: {
      en: { uses: /reclos/i },
      zh: { uses: /重合/ },
      ar: { uses: /إعادة الوصل/ },
      fr: { uses: /réenclench/i },
      ru: { uses: /АПВ|повторн/i },
      es: { uses: /reenganch/i },
    },
  },
  'is open': {
    keys: [
      /^(control:state|devices:position|protection:contact|towers:position)\.open$/,
      /^devices:tree\.category\.position-open$/,
      /^control:confirm\.effect\.(lock|unlock|lock-open)$/,
      /^group-control:confirm\.effect\.(lock|unlock)$/,
      /^towers:(state\.manual-off|cause\.power-lost)$/,
      /^refusals:reason\.(already-open|close-disabled)$/,
      /^alarms:finding\.bypassed$/,
      /^protection:(contact\.locked|supply\.waits)$/,
    ],
    stems: {
      en: { uses: /\bopen/i, avoids: /\boff\b/i },
      zh: { uses: /分闸/, avoids: /断开/ },
      ar: { uses: /مفصول|فُصل/, avoids: new RegExp(ARABIC_AMBIGUOUS) },
      fr: { uses: /ouvert/i, avoids: /éteint/i },
      ru: { uses: /отключ/i, avoids: /выключен|разомк/i },
      es: { uses: /abiert/i, avoids: /apagad/i },
    },
  },
  'is closed': {
    keys: [
      /^(control:state|devices:position|protection:contact)\.closed$/,
      /^towers:position\.close$/,
      /^towers:state\.manual-on$/,
      /^refusals:reason\.already-closed$/,
      /^projects:burn-about\.switch$/,
      /^protection:supply\.stays$/,
    ],
    stems: {
      en: { uses: /\bclosed\b/i },
      zh: { uses: /合闸/, avoids: /闭合|关闭/ },
      ar: { uses: /موصول/, avoids: new RegExp(ARABIC_AMBIGUOUS) },
      fr: { uses: /fermé/i },
      ru: { uses: /включ[её]н/i, avoids: /замк|закры/i },
      es: { uses: /cerrad/i },
    },
  },
  'is locked': {
    keys: [
      /^devices:position\.locked$/,
      /^control:state\.locked$/,
      /^devices:tree\.category\.locked$/,
      /^protection:contact\.locked$/,
    ],
    stems: {
      en: { uses: /\blocked\b/i },
      zh: { uses: /锁定/ },
      ar: { uses: /مقفل ضد الوصل/ },
      fr: { uses: /verrouillé/i },
      ru: { uses: /заблокирован/i },
      es: { uses: /bloqueado/i },
    },
  },
  online: {
    keys: [
      /^(common:presence|dashboard:online|devices:(tree|filter)|operations)(\.|:)online$/,
      /^devices:tree\.slaves-alive$/,
    ],
    stems: {
      en: { uses: /online/i, avoids: /connected/i },
      zh: { uses: /在线/, avoids: /连接/ },
      ar: { uses: /على اتصال/, avoids: /(?<![اء-ي])متصل/ },
      fr: { uses: /en ligne/i, avoids: /connecté/i },
      ru: { uses: /на связи/i, avoids: /в сети|подключ/i },
      es: { uses: /en línea/i, avoids: /conectado/i },
    },
  },
  offline: {
    keys: [
      /^(common:presence|dashboard:online|devices:(tree|filter)|operations)(\.|:)offline$/,
      /^(projects:verdict|data:read-now|protection:exchange|control:card)\.offline$/,
      /^protection-templates:run\.offline$/,
      /^alarms:(type\.deviceOffline|cause\.offline)$/,
      /^refusals:reason\.device-offline$/,
      /^timers:delete-note$/,
    ],
    stems: {
      en: { uses: /offline/i, avoids: /not connected|disconnected/i },
      zh: { uses: /离线/, avoids: /未连接/ },
      ar: { uses: /منقطع|على اتصال/, avoids: /غير (ال)?متصل/ },
      fr: { uses: /hors ligne/i, avoids: /non connecté|déconnecté/i },
      ru: { uses: /нет связи|без связи|связи нет/i, avoids: /в сети|отключ/i },
      es: { uses: /sin conexión/i, avoids: /fuera de línea|desconectado/i },
    },
  },
  'protection off': {
    keys: [/^protection:reaction\.disable$/, /^protection:delays\.off$/],
    stems: {
      en: { uses: /\boff\b/i, avoids: /switch(es|ed)? off|disable/i },
      zh: { uses: /退出/, avoids: /禁用|关/ },
      ar: { uses: /معطّلة/ },
      fr: { uses: /hors service/i, avoids: /désactiv|coup/i },
      ru: { uses: /выведен/i, avoids: /выключ(?!ател)|включ/i },
      es: { uses: /fuera de servicio/i, avoids: /desactiv|apag/i },
    },
  },
  'protection opens': {
    keys: [/^protection:reaction\.open$/],
    stems: {
      en: { uses: /\bopen/i, avoids: /\boff\b/i },
      zh: { uses: /分闸/ },
      ar: { uses: /فصل/, avoids: new RegExp(ARABIC_AMBIGUOUS) },
      fr: { uses: /ouvr/i },
      ru: { uses: /отключ/i, avoids: /выключ(?!ател)|включ(?<!отключ)/i },
      es: { uses: /\babr/i },
    },
  },
  'protection locks': {
    keys: [/^protection:reaction\.open-and-lock$/],
    stems: {
      en: { uses: /\bopen.*lock/i, avoids: /\boff\b/i },
      zh: { uses: /分闸.*锁定/ },
      ar: { uses: /فصل.*قفل ضد الوصل/, avoids: new RegExp(ARABIC_AMBIGUOUS) },
      fr: { uses: /ouvr.*verrouill/i },
      ru: { uses: /отключ.*блокир/i, avoids: /выключ(?!ател)/i },
      es: { uses: /\babr.*bloque/i },
    },
  },
  dismiss: {
    keys: [/^common:dismiss$/],
    stems: {
      en: { uses: /dismiss/i, avoids: /clos/i },
      zh: { uses: /知道了/, avoids: /关|合/ },
      ar: { uses: /إخفاء/, avoids: /إغلاق|غلق|وصل/ },
      fr: { uses: /masquer/i, avoids: /ferm/i },
      ru: { uses: /скрыть/i, avoids: /закры|включ/i },
      es: { uses: /ocultar/i, avoids: /cerr/i },
    },
  },
  breaker: {
    keys: [
      /^(towers:(user\.breaker|live\.position|control\.order)|projects:board\.breaker)$/,
      /^(device-types:kind\.main|dashboard:map\.switch|device-deploy:form\.title)$/,
      /^console:effect\.(open|close)$/,
    ],
    stems: {
      en: { uses: /breaker|opens|closes/i, avoids: /\bswitch\b/i },
      zh: { uses: /断路器|分闸|合闸/, avoids: /开关/ },
      ar: { uses: /قاطع/, avoids: /مفتاح/ },
      fr: { uses: /disjoncteur/i, avoids: /interrupteur/i },
      ru: { uses: /выключател/i, avoids: /автомат/i },
      es: { uses: /interruptor/i, avoids: /disyuntor/i },
    },
  },
};
for (const name of ['open', 'close'] as const) {
  const concept = CONCEPTS[name]!;
  Object.assign(CONCEPTS, { [name]: { ...concept, keys: [...concept.keys, ...BOTH] } });
}

/** Keys of the labels that are identical to a cell of the glossary, by concept and form. */
export const LABELS: Readonly<Record<string, readonly string[]>> = {
  'open order': ['control:order.open', 'log:command.open', 'towers:order.open'],
  'close order': ['control:order.close', 'log:command.close', 'towers:order.close'],
  'lock order': ['control:order.lock', 'log:command.lock'],
  'unlock order': ['control:order.unlock', 'log:command.unlock'],
  'is open position': [
    'control:state.open',
    'devices:position.open',
    'protection:contact.open',
    'towers:position.open',
  ],
  'is closed position': [
    'control:state.closed',
    'devices:position.closed',
    'protection:contact.closed',
    'towers:position.close',
  ],
  'is locked position': ['control:state.locked', 'devices:position.locked'],
  'online presence': ['common:presence.online', 'dashboard:online.online', 'devices:tree.online'],
  'offline presence': [
    'common:presence.offline',
    'dashboard:online.offline',
    'projects:verdict.offline',
  ],
  'protection off reaction': ['protection:reaction.disable'],
  'protection opens reaction': ['protection:reaction.open'],
  'protection locks reaction': ['protection:reaction.open-and-lock'],
  'dismiss label': ['common:dismiss'],
};

/** Keys that end like an operation or a position but mean something else. */
export const OTHER_MEANINGS: readonly RegExp[] = [
  /^alarms:(state|banner|escalated)\.open$/,
  /^control:outcome\.advice\./,
  /^(control|group-control|slaves):confirm\.effect\.(open|close)$/,
  /^palette:effect\.(open|close)$/,
  /^projects:order\.effect\./,
  // Dry contacts, and the relays and status words of meters.
  /^(protection:dry|device-deploy:glance\.normal|console:word)\./,
  /^(fees|towers:bill|repair|users)[:.]/,
  /^towers:(control\.(opens?|closes)|remove\.open)$/,
  /^(notifications:what|alarm-messages:event)\.opened$/,
  /^shell:shortcuts\.close$/,
  /^refusals:reason\.(mechanically-locked|period-closed)$/,
];

interface Ban {
  /** Restricts the rule to texts that match; defaults to every text of the language. */
  readonly where?: RegExp;
  readonly word: RegExp;
}

/** Words prohibited in all texts of a language. */
export const BANNED: Readonly<Record<NotificationLanguage, readonly Ban[]>> = {
  en: [{ where: /breaker/i, word: /\bswitch(es|ed)? (on|off)\b/i }],
  zh: [{ where: /断路器/, word: /闭锁|打开|关闭/ }, { word: /相间不平衡|指令结果/ }],
  ar: [{ where: /قاطع|قواطع|للقاطع/, word: new RegExp(ARABIC_AMBIGUOUS) }, { word: /توصيل/ }],
  fr: [{ word: /\binterrupteur\b|^sous-tension|\béquipement hors ligne/i }],
  ru: [{ word: /(?<![а-яё])автомат(?![а-яё]*ич)|(?<![а-яё])авари|(?<![а-яё])(не )?в сети/i }],
  es: [{ word: /\bacusada\b|\bdisyuntor/i }],
};
