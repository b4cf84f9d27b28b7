/**
 * Texts of the mail that notifies administrators of the number of received messages. `{…}` are
 * placeholders.
 */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';

interface MessageQuotaTexts {
  readonly subject: string;
  readonly text: string;
}

export const MESSAGE_QUOTA_TEXTS: Readonly<Record<NotificationLanguage, MessageQuotaTexts>> = {
  en: {
    subject: 'Busbar: {percent} % of the messages of {day}',
    text: `Your devices have sent {messages} messages on {day}; {most} a day are agreed.

Nothing is lost: every message is stored, also above that number. Please speak with the operator of your platform, or let devices report less often.
`,
  },
  zh: {
    subject: 'Busbar：{day} 的消息量已达 {percent}%',
    text: `贵方设备在 {day} 已发送 {messages} 条消息，约定每日 {most} 条。

不会丢失任何数据：超出部分的消息同样保存。请与平台运营方联系，或让设备降低上报频率。
`,
  },
  ar: {
    subject: 'Busbar: بلغت رسائل {day} نسبة {percent}٪',
    text: `أرسلت أجهزتكم {messages} رسالة في {day}، والمتفق عليه {most} في اليوم.

لا يضيع شيء: تُحفظ كل رسالة ولو زادت على هذا العدد. يُرجى التواصل مع مشغّل المنصة، أو جعل الأجهزة ترسل بوتيرة أقل.
`,
  },
  fr: {
    subject: 'Busbar : {percent} % des messages du {day}',
    text: `Vos appareils ont envoyé {messages} messages le {day} ; {most} par jour sont convenus.

Rien n’est perdu : chaque message est conservé, au-delà de ce nombre aussi. Parlez-en à l’exploitant de votre plateforme, ou faites envoyer les appareils moins souvent.
`,
  },
  ru: {
    subject: 'Busbar: {percent} % сообщений за {day}',
    text: `Ваши устройства отправили {messages} сообщений за {day}; договорено {most} в сутки.

Ничего не теряется: сохраняется каждое сообщение, и сверх этого числа. Обратитесь к оператору платформы или уменьшите частоту отправки.
`,
  },
  es: {
    subject: 'Busbar: {percent} % de los mensajes del {day}',
    text: `Sus dispositivos han enviado {messages} mensajes el {day}; están acordados {most} al día.

No se pierde nada: se guarda cada mensaje, también por encima de ese número. Hable con el operador de su plataforma, o haga que los dispositivos envíen con menos frecuencia.
`,
  },
};
