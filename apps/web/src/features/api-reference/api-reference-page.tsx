/** API reference for programmers: authentication, and the parameters and response of every call. */

import type { OpenApiDocument } from '@busbar/contract/openapi';
import { formatCount } from '@busbar/domain/formats/number-format';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../components/fields/search-box.tsx';
import { PageHeading } from '../../components/menu/page-heading.tsx';
import { EmptyState } from '../../components/states/empty-state.tsx';
import { ErrorState } from '../../components/states/error-state.tsx';
import { PATHS } from '../../config/paths.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { present } from '../../lib/address/search-params.ts';
import { useMay } from '../../lib/session/use-may.ts';
import { useDescription } from './api/use-description.ts';
import { CallEntry } from './components/call-entry.tsx';
import { Guide } from './components/guide.tsx';
import { RefusalList } from './components/refusal-list.tsx';
import { listCalls, matchesTerms, searchedTexts } from './listed-call.ts';
import { useTarget } from './use-target.ts';
import './api-reference.css';

const DOCUMENT_PATH = '/api/openapi.json';

export function ApiReferencePage() {
  const { t } = useTranslation('api-reference');
  const description = useDescription();
  const mayManageKeys = useMay('key.manage');
  return (
    <div className="reference stack">
      <PageHeading isVisible />
      <p className="reference__lead">
        {t('api-reference:intro')}{' '}
        <a href={DOCUMENT_PATH} download>
          <bdi className="ltr">{DOCUMENT_PATH}</bdi>
        </a>{' '}
        {mayManageKeys && <Link to={PATHS.apiKeys}>{t('api-reference:keys')}</Link>}
      </p>
      {description.data !== undefined && <Description document={description.data} />}
      {description.error !== null && (
        <ErrorState error={description.error} onRetry={() => void description.refetch()} />
      )}
      {description.isPending && <p role="status">{t('api-reference:loading')}</p>}
    </div>
  );
}

function Description({ document }: { document: OpenApiDocument }) {
  const { t } = useTranslation('api-reference');
  const { tag } = useLanguage();
  const reasonText = useReasonText();
  const { q = '' } = useSearch({ from: '/shell/interface' });
  const navigate = useNavigate();
  const target = useTarget();
  const subjects = listCalls(document)
    .map(([subject, calls]) => {
      const subjectTerms = [subject, t(`api-reference:subject.${subject}`)];
      return [
        subject,
        calls.filter((call) => matchesTerms(q, ...subjectTerms, ...searchedTexts(call))),
      ] as const;
    })
    .filter(([, calls]) => calls.length > 0);
  const refusals = document['x-busbar'].refusals.filter(({ reason, code, text }) =>
    matchesTerms(q, reason, String(code), text, reasonText(reason)),
  );
  const count = subjects.reduce((sum, [, calls]) => sum + calls.length, 0);
  const isSearching = q !== '';
  // The target of a link exists only after the description has loaded.
  useEffect(() => {
    if (target !== '') window.document.getElementById(target)?.scrollIntoView?.();
  }, [target]);
  return (
    <>
      <div className="reference__search row gap-wide">
        <SearchBox
          label={t('api-reference:search')}
          value={q}
          width={360}
          onSearch={(text) =>
            void navigate({ to: PATHS.apiReference, search: present({ q: text }), replace: true })
          }
        />
        <p role="status">
          {t('api-reference:found', {
            calls: formatCount(count, tag),
            refusals: formatCount(refusals.length, tag),
          })}
        </p>
      </div>
      {count + refusals.length === 0 && (
        <EmptyState title={t('api-reference:none')} body={t('api-reference:none-body')} />
      )}
      <nav className="row gap-wide panel" aria-label={t('api-reference:contents')}>
        {subjects.map(([subject]) => (
          <Link key={subject} to={PATHS.apiReference} search={present({ q })} hash={subject}>
            {t(`api-reference:subject.${subject}`)}
          </Link>
        ))}
        {refusals.length > 0 && (
          <Link to={PATHS.apiReference} search={present({ q })} hash="refusals">
            {t('api-reference:refusals.title')}
          </Link>
        )}
      </nav>
      {!isSearching && <Guide document={document} />}
      {subjects.map(([subject, calls]) => (
        <section key={subject} className="stack gap-8" aria-labelledby={subject}>
          <h2 id={subject}>{t(`api-reference:subject.${subject}`)}</h2>
          {calls.map((call) => (
            <CallEntry key={call.name} call={call} isTarget={call.name === target} />
          ))}
        </section>
      ))}
      {refusals.length > 0 && <RefusalList refusals={refusals} textOf={reasonText} />}
    </>
  );
}

/** The sentence displayed for a refusal, in the language of the page. */
function useReasonText(): (reason: string) => string {
  const { t } = useTranslation('errors');
  return (reason) => t(`errors:reason.${reason}`);
}
