/** Requirements, parameters and response of a call, with a curl command. */

import { formatBytes } from '@busbar/domain/formats/bytes-text';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../components/fields/copy-button.tsx';
import { Facts } from '../../../components/values/facts.tsx';
import { useLanguage } from '../../../i18n/use-language.ts';
import { curlOf, fileTypes } from '../curl-of.ts';
import { type FieldRow, fieldRows } from '../field-rows.ts';
import type { ListedCall } from '../listed-call.ts';
import { CodeBlock } from './code-block.tsx';
import { FieldList } from './field-list.tsx';
import { useNeeded } from './use-needed.ts';

/** Fields of every response (contract, `envelope.ts`); documented once, at the top of the page. */
const HEAD = ['code', 'errCode', 'msg', 'reason', 'field', 'request_id'];

export function CallDetail({ call }: { call: ListedCall }) {
  const { t } = useTranslation('api-reference');
  const { tag } = useLanguage();
  const neededText = useNeeded();
  const { who, scopes, bodyLimitBytes, version } = call.operation['x-busbar'];
  const isPublic = who === 'public';
  const body = call.operation.requestBody?.content['application/json']?.schema;
  const answers = call.operation.responses['200']?.content;
  const answer = fieldRows(answers?.['application/json']?.schema ?? {}).filter(
    ({ name }) => version === 'health' || !HEAD.includes(name),
  );
  const files = fileTypes(answers);
  const line = curlOf(call, window.location.origin);
  return (
    <>
      <Facts
        rows={[
          [
            t('api-reference:fact.name'),
            <bdi key="name" className="code ltr">
              {call.name}
            </bdi>,
          ],
          [t('api-reference:fact.needs'), neededText(who)],
          [
            t('api-reference:fact.key'),
            scopes.length === 0
              ? t(isPublic ? 'api-reference:needs-none' : 'api-reference:no-key')
              : scopes.map((scope) => (
                  <bdi key={scope} className="code ltr">
                    {scope}{' '}
                  </bdi>
                )),
          ],
          ...(bodyLimitBytes === undefined
            ? []
            : [[t('api-reference:fact.body-limit'), formatBytes(bodyLimitBytes, tag)] as const]),
        ]}
      />
      <Part title={t('api-reference:place.path')} rows={parameterRows(call, 'path')} />
      <Part title={t('api-reference:place.query')} rows={parameterRows(call, 'query')} />
      <Part title={t('api-reference:place.body')} rows={fieldRows(body ?? {})} />
      <h4>{t('api-reference:example')}</h4>
      {line.includes('$TOKEN') && <p>{t('api-reference:example-about')}</p>}
      <div className="reference__example line align-start">
        <CodeBlock>{line}</CodeBlock>
        <CopyButton text={line} what={t('api-reference:example')} />
      </div>
      <h4>{t('api-reference:place.answer')}</h4>
      {files.length > 0 && (
        <p>
          {t('api-reference:file')} <bdi className="code ltr">{files.join(', ')}</bdi>
        </p>
      )}
      {answer.length > 0 ? (
        <FieldList rows={answer} isAnswer />
      ) : (
        files.length === 0 && <p>{t('api-reference:no-fields')}</p>
      )}
    </>
  );
}

function Part({ title, rows }: { title: string; rows: readonly FieldRow[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <FieldList rows={rows} />
    </>
  );
}

/** Converts parameters to fields of one object, so that they are rendered like a body. */
function parameterRows({ operation }: ListedCall, place: 'path' | 'query'): FieldRow[] {
  const here = operation.parameters.filter((one) => one.in === place);
  return fieldRows({
    properties: Object.fromEntries(here.map((one) => [one.name, one.schema])),
    required: here.filter((one) => one.required).map((one) => one.name),
  });
}
