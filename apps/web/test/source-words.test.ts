// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tested sources are strings.
import { describe, expect, it } from 'vitest';
import { keysUsedIn, literalTextIn } from './source-words.ts';

const NAMESPACES = ['common', 'log'];

describe('the keys used in a source file', () => {
  it.each([
    ["const { t } = useTranslation('log'); t('title')", ['log:title'], []],
    ["const { t } = useTranslation(); t('common:close', { count: 1 })", ['common:close'], []],
    ["const { t } = useTranslation(); t(open ? 'a.b' : 'a.c')", ['common:a.b', 'common:a.c'], []],
    ["const { t } = useTranslation('log'); t(`status.${word}`)", [], ['log:status.']],
    ["postNotice({ key: 'log:gone' })", ['log:gone'], []],
    ['const key = `log:status.${word}`; i18n.exists(key)', [], ['log:status.']],
    ["import x from 'log'; format('title')", [], []],
  ])('are detected in %s', (source, keys, prefixes) => {
    expect(keysUsedIn(source, NAMESPACES)).toEqual({ keys, prefixes });
  });
});

describe('literal text in markup', () => {
  it.each([
    ['<p>Hello there</p>', ['Hello there']],
    ['<Button title="Press me" />', ['Press me']],
    ['<p>{t("a")}</p>', []],
    ['<span>–</span>', []],
    ['<span>Busbar</span>', []],
    ['const x: Map<string, number> = y; if (a < b && c > d) { e(); }', []],
  ])('is distinguished from code in %s', (source, expected) => {
    expect(literalTextIn(source)).toEqual(expected);
  });
});
