/**
 * Texts of the mail about a sign-in with the right password and a wrong second factor. `{user}`,
 * `{time}` and `{address}` are placeholders.
 */
import type { NotificationLanguage } from '@busbar/domain/notification/channel';

interface PasswordKnownTexts {
  readonly subject: string;
  readonly text: string;
}

export const PASSWORD_KNOWN_TEXTS: Readonly<Record<NotificationLanguage, PasswordKnownTexts>> = {
  en: {
    subject: 'Someone may know your Busbar password',
    text: `Someone entered the right password for your account, but a wrong code of the second factor. The sign-in was refused.

User name: {user}
Time: {time}
Address: {address}

If it was not you, change your password now.
If you mistyped the code yourself, ignore this mail. It is sent at most once a day.
`,
  },
  zh: {
    subject: '有人可能知道您的 Busbar 密码',
    text: `有人为您的账户输入了正确的密码，但第二因素验证码错误。该次登录已被拒绝。

用户名：{user}
时间：{time}
地址：{address}

如果不是您本人，请立即修改密码。
如果是您自己输错了验证码，请忽略此邮件。此类邮件每天最多发送一次。
`,
  },
  ar: {
    subject: 'ربما يعرف أحدهم كلمة مرورك في Busbar',
    text: `أدخل أحدهم كلمة المرور الصحيحة لحسابك، لكن رمز العامل الثاني كان خاطئًا. وقد رُفض تسجيل الدخول.

اسم المستخدم: {user}
الوقت: {time}
العنوان: {address}

إن لم تكن أنت من فعل ذلك، فغيّر كلمة المرور الآن.
وإن كنت قد أخطأت في كتابة الرمز بنفسك، فتجاهل هذه الرسالة. تُرسل مرة واحدة في اليوم على الأكثر.
`,
  },
  fr: {
    subject: 'Quelqu’un connaît peut-être votre mot de passe Busbar',
    text: `Quelqu’un a saisi le bon mot de passe de votre compte, mais un code erroné du second facteur. La connexion a été refusée.

Nom d’utilisateur : {user}
Heure : {time}
Adresse : {address}

Si ce n’était pas vous, changez votre mot de passe maintenant.
Si vous avez vous-même mal saisi le code, ignorez ce message. Il est envoyé une fois par jour au plus.
`,
  },
  ru: {
    subject: 'Возможно, кто-то знает ваш пароль Busbar',
    text: `Кто-то ввёл верный пароль вашей учётной записи, но неверный код второго фактора. Во входе отказано.

Имя пользователя: {user}
Время: {time}
Адрес: {address}

Если это были не вы, смените пароль сейчас.
Если вы сами ошиблись в коде, не обращайте внимания на это письмо. Оно отправляется не чаще раза в сутки.
`,
  },
  es: {
    subject: 'Es posible que alguien conozca su contraseña de Busbar',
    text: `Alguien introdujo la contraseña correcta de su cuenta, pero un código erróneo del segundo factor. Se denegó el acceso.

Nombre de usuario: {user}
Hora: {time}
Dirección: {address}

Si no fue usted, cambie su contraseña ahora.
Si usted mismo se equivocó al escribir el código, ignore este correo. Se envía como máximo una vez al día.
`,
  },
};
