/** Introduction to the API: authentication, response envelope, limits and the WebSocket. */
import type { OpenApiDocument } from '@busbar/contract/openapi';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PATHS } from '../../../config/paths.ts';
import { CodeBlock } from './code-block.tsx';

const KEY_HEADER = 'Authorization: Bearer bsk_…';
const ANSWER = `{ "code": 0, "msg": "", "data": { … } }
{ "code": 404, "msg": "…", "reason": "not-found", "request_id": "…" }`;
const PACE_HEADERS = `RateLimit-Limit: 300
RateLimit-Remaining: 0
Retry-After: 41`;

export function Guide({ document }: { document: OpenApiDocument }) {
  const { t } = useTranslation('api-reference');
  const { path, messages } = document['x-busbar'].socket;
  return (
    <>
      <section className="stack gap-8" aria-labelledby="guide-sign-in">
        <h2 id="guide-sign-in">{t('api-reference:guide.key.title')}</h2>
        <p>{t('api-reference:guide.key.send')}</p>
        <CodeBlock>{KEY_HEADER}</CodeBlock>
        <p>{t('api-reference:guide.key.sees')}</p>
        <p>
          {t('api-reference:guide.key.session')} <CallLink name="v2.login" />
        </p>
      </section>
      <section className="stack gap-8" aria-labelledby="guide-answers">
        <h2 id="guide-answers">{t('api-reference:guide.answers.title')}</h2>
        <p>{t('api-reference:guide.answers.head')}</p>
        <CodeBlock>{ANSWER}</CodeBlock>
        <p>{t('api-reference:guide.answers.status')}</p>
      </section>
      <section className="stack gap-8" aria-labelledby="guide-limits">
        <h2 id="guide-limits">{t('api-reference:guide.limits.title')}</h2>
        <p>{t('api-reference:guide.limits.pace')}</p>
        <CodeBlock>{PACE_HEADERS}</CodeBlock>
        <p>{t('api-reference:guide.limits.body')}</p>
      </section>
      <section className="stack gap-8" aria-labelledby="guide-socket">
        <h2 id="guide-socket">{t('api-reference:guide.socket.title')}</h2>
        <p>
          <bdi className="code ltr">{path}</bdi> {t('api-reference:guide.socket.about')}{' '}
          <CallLink name="v2.websocket-ticket" />
        </p>
        <p>{t('api-reference:guide.socket.messages')}</p>
        <CodeBlock>{messages.join('\n')}</CodeBlock>
      </section>
    </>
  );
}

function CallLink({ name }: { name: string }) {
  return (
    <Link to={PATHS.apiReference} hash={name}>
      <bdi className="ltr">{name}</bdi>
    </Link>
  );
}
