/**
 * Text fields of the registration (docs/specification/accounts.md 3.1), named as in the call. The
 * Chinese name is required in Chinese only; in other languages an empty one is sent as the English
 * name, because the call requires both.
 */
const CHINESE_NAME = { key: 'chinese_code', maxLength: 200 } as const;
const ENGLISH_NAME = { key: 'english_code', isRequired: true, maxLength: 200 } as const;
const OTHERS = [
  { key: 'platform_account', isRequired: true, maxLength: 64, isLtr: true },
  { key: 'contact_user', isRequired: true, maxLength: 200 },
  { key: 'email', type: 'email', maxLength: 200, isLtr: true },
  { key: 'phone', type: 'tel', maxLength: 64, isLtr: true },
  { key: 'address', maxLength: 500 },
] as const;

export type TextKey = 'chinese_code' | 'english_code' | (typeof OTHERS)[number]['key'];
export type RegisterTexts = Readonly<Record<TextKey, string>>;

export interface RegisterField {
  readonly key: TextKey;
  readonly isRequired?: boolean;
  readonly maxLength: number;
  readonly type?: 'email' | 'tel';
  readonly isLtr?: boolean;
}

/** In the order of the form: the required name comes first. */
export function registerFields(language: string): readonly RegisterField[] {
  return language === 'zh'
    ? [{ ...CHINESE_NAME, isRequired: true }, ENGLISH_NAME, ...OTHERS]
    : [ENGLISH_NAME, CHINESE_NAME, ...OTHERS];
}

export const EMPTY_TEXTS: RegisterTexts = {
  chinese_code: '',
  english_code: '',
  platform_account: '',
  contact_user: '',
  email: '',
  phone: '',
  address: '',
};

export function textsToSend(texts: RegisterTexts): Record<TextKey, string> {
  const sent = Object.fromEntries(
    Object.entries(texts).map(([key, value]) => [key, value.trim()]),
  ) as Record<TextKey, string>;
  return { ...sent, chinese_code: sent.chinese_code || sent.english_code };
}
