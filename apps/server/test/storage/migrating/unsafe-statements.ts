/**
 * Statements of a migration that stop, or break, a program of the previous release which runs on
 * the same database (docs/adr/0063). A statement is refused unless it is known to be safe.
 */
import {
  type AlterTableCmd,
  type ColumnDef,
  type Constraint,
  loadModule,
  type Node,
  parseSync,
} from 'libpg-query';

await loadModule();

interface MigrationText {
  readonly text: string;
  /** True in a contract migration, which may remove what programs no longer use. */
  readonly isContract: boolean;
}

/** Returns one sentence for each unsafe statement. */
export function unsafeStatements({ text, isContract }: MigrationText): string[] {
  const nodes = (parseSync(text).stmts ?? []).flatMap(({ stmt }) => stmt ?? []);
  const file = new FileFacts(nodes, isContract);
  return nodes.flatMap((node) => faultsOf(node, file));
}

/** Statements that lock no existing table for long and change nothing that a program uses. */
const ALWAYS_SAFE = [
  'CreateStmt',
  'CreateSeqStmt',
  'CreateFunctionStmt',
  'ViewStmt',
  'CreatePolicyStmt',
  'CreateTrigStmt',
  'CreateStatsStmt',
  'CommentStmt',
  'GrantStmt',
  'SelectStmt',
];

function faultsOf(node: Node, file: FileFacts): string[] {
  const [kind = ''] = Object.keys(node);
  if ('AlterTableStmt' in node) {
    const { relation, cmds = [] } = node.AlterTableStmt;
    const table = relation?.relname ?? '';
    if (file.isNew(table)) return [];
    return cmds.flatMap((cmd) =>
      'AlterTableCmd' in cmd ? alterFaults(table, cmd.AlterTableCmd, file) : [],
    );
  }
  if ('IndexStmt' in node) {
    const { relation, idxname, concurrent } = node.IndexStmt;
    if (concurrent || file.isNew(relation?.relname ?? '')) return [];
    return [`index ${idxname} must be created concurrently: writes wait while it is built`];
  }
  if ('DropStmt' in node) {
    const { removeType, concurrent } = node.DropStmt;
    if (removeType === 'OBJECT_INDEX' && concurrent) return [];
    return file.isContract ? [] : [`${removeType} is dropped without a contract header`];
  }
  if ('RenameStmt' in node) {
    return file.isContract
      ? []
      : [`${node.RenameStmt.renameType} is renamed without a contract header`];
  }
  if ('InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node) {
    return file.altersExisting
      ? ['rows are written while a table is locked: write them in another migration']
      : [];
  }
  return ALWAYS_SAFE.includes(kind) ? [] : [`${kind} is not known to be safe`];
}

const ALTERS_SAFELY: readonly (string | undefined)[] = [
  'AT_ColumnDefault',
  'AT_DropNotNull',
  'AT_DropConstraint',
  'AT_EnableRowSecurity',
  'AT_SetStatistics',
  'AT_SetRelOptions',
];

function alterFaults(table: string, cmd: AlterTableCmd, file: FileFacts): string[] {
  const { subtype, name, def } = cmd;
  if (ALTERS_SAFELY.includes(subtype)) return [];
  switch (subtype) {
    case 'AT_AddColumn':
      return def !== undefined && 'ColumnDef' in def ? columnFaults(table, def.ColumnDef) : [];
    case 'AT_AddConstraint':
      return def !== undefined && 'Constraint' in def
        ? constraintFaults(table, def.Constraint)
        : [];
    case 'AT_ValidateConstraint':
      return file.addedConstraints.has(name ?? '')
        ? [`constraint ${name} must be validated in another migration than the one that adds it`]
        : [];
    case 'AT_DropColumn':
      return file.isContract
        ? []
        : [`column ${table}.${name} is dropped without a contract header`];
    case 'AT_SetNotNull':
      return [`${table}.${name} is set not null: add a check constraint as not valid instead`];
    case 'AT_AlterColumnType':
      return [`${table}.${name} changes its type: add a column instead`];
    default:
      return [`${subtype} of ${table} is not known to be safe`];
  }
}

function constraintFaults(table: string, constraint: Constraint): string[] {
  const { conname, contype, skip_validation: isNotValid, indexname } = constraint;
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') {
    return indexname ? [] : [`constraint ${conname} of ${table} must use an existing index`];
  }
  return isNotValid ? [] : [`constraint ${conname} of ${table} must be added as not valid`];
}

/** A new column must neither scan nor rewrite the table, nor be required of older programs. */
function columnFaults(table: string, { colname, typeName, constraints = [] }: ColumnDef): string[] {
  const column = `column ${table}.${colname}`;
  const parts = constraints.flatMap((one) => ('Constraint' in one ? one.Constraint : []));
  const types = parts.map(({ contype }) => contype);
  const faults: string[] = [];
  const value = parts.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  if (types.includes('CONSTR_NOTNULL') && value === undefined) {
    faults.push(`${column} is not null without a default`);
  }
  if (value !== undefined && !isStable(value)) {
    faults.push(`${column} has a default that is computed for each row`);
  }
  const isSerial = typeName?.names?.some(
    (one) => 'String' in one && /serial/.test(one.String.sval ?? ''),
  );
  if (isSerial) faults.push(`${column} is serial, which rewrites the table`);
  const others = types.filter(
    (type) => !['CONSTR_NOTNULL', 'CONSTR_NULL', 'CONSTR_DEFAULT'].includes(type ?? ''),
  );
  if (others.length > 0) faults.push(`${column} has ${others.join(', ')}: add it as not valid`);
  return faults;
}

/** True for constants and the time of the transaction, which are stored once for all rows. */
function isStable(value: Node): boolean {
  if ('TypeCast' in value) return value.TypeCast.arg !== undefined && isStable(value.TypeCast.arg);
  if ('A_ArrayExpr' in value) return (value.A_ArrayExpr.elements ?? []).every(isStable);
  if ('FuncCall' in value) {
    const [name] = value.FuncCall.funcname ?? [];
    return name !== undefined && 'String' in name && name.String.sval === 'now';
  }
  return 'A_Const' in value || 'SQLValueFunction' in value;
}

class FileFacts {
  readonly addedConstraints = new Set<string>();
  readonly altersExisting: boolean;
  readonly isContract: boolean;
  readonly #created = new Set<string>();

  constructor(nodes: readonly Node[], isContract: boolean) {
    this.isContract = isContract;
    for (const node of nodes) {
      if ('CreateStmt' in node) this.#created.add(node.CreateStmt.relation?.relname ?? '');
      if ('AlterTableStmt' in node) this.#noteConstraints(node.AlterTableStmt.cmds ?? []);
    }
    this.altersExisting = nodes.some(
      (node) =>
        'AlterTableStmt' in node && !this.isNew(node.AlterTableStmt.relation?.relname ?? ''),
    );
  }

  isNew(table: string): boolean {
    return this.#created.has(table);
  }

  #noteConstraints(cmds: readonly Node[]): void {
    for (const cmd of cmds) {
      if (!('AlterTableCmd' in cmd)) continue;
      const { def } = cmd.AlterTableCmd;
      if (def !== undefined && 'Constraint' in def) {
        this.addedConstraints.add(def.Constraint.conname ?? '');
      }
    }
  }
}
