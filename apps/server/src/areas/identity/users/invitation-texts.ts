/** Texts of the mail that invites a user. `{user}` and `{link}` are placeholders. */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';

interface InvitationTexts {
  readonly subject: string;
  readonly text: string;
}

export const INVITATION_TEXTS: Readonly<Record<NotificationLanguage, InvitationTexts>> = {
  en: {
    subject: 'Your Busbar account',
    text: `An account was made for you.

User name: {user}

Choose your password here; the link works once, for 72 hours:
{link}

If you do not expect this mail, do nothing and tell your administrator.
`,
  },
  zh: {
    subject: '您的 Busbar 账户',
    text: `已为您创建账户。

用户名：{user}

请在此设置密码；链接仅可使用一次，72 小时内有效：
{link}

如果您并未期待此邮件，请忽略并告知您的管理员。
`,
  },
  ar: {
    subject: 'حسابك في Busbar',
    text: `أُنشئ حساب لك.

اسم المستخدم: {user}

اختر كلمة المرور هنا؛ يعمل الرابط مرة واحدة خلال 72 ساعة:
{link}

إن لم تكن تتوقع هذه الرسالة فلا تفعل شيئاً وأخبر المسؤول.
`,
  },
  fr: {
    subject: 'Votre compte Busbar',
    text: `Un compte a été créé pour vous.

Nom d’utilisateur : {user}

Choisissez votre mot de passe ici ; le lien sert une fois, pendant 72 heures :
{link}

Si vous n’attendez pas ce message, ne faites rien et prévenez votre administrateur.
`,
  },
  ru: {
    subject: 'Ваша учётная запись Busbar',
    text: `Для вас создана учётная запись.

Имя пользователя: {user}

Выберите пароль здесь; ссылка действует один раз в течение 72 часов:
{link}

Если вы не ждали этого письма, ничего не делайте и сообщите администратору.
`,
  },
  es: {
    subject: 'Su cuenta de Busbar',
    text: `Se ha creado una cuenta para usted.

Nombre de usuario: {user}

Elija aquí su contraseña; el enlace sirve una vez, durante 72 horas:
{link}

Si no espera este correo, no haga nada y avise a su administrador.
`,
  },
};
