'use strict';
// The page as it was sent: exports are made of it.
const template = document.documentElement.cloneNode(true);
const start = JSON.parse(document.getElementById('start').textContent);
const $ = id => document.getElementById(id);
const el = (tag, text, cls) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  if (cls) e.className = cls;
  return e;
};
const count = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;
const MANY = 20000, LINE = 18, LONGEST = 4000, KEPT_TEXT = 8000, MOST_VALUES = 60;
// What the next change of the text or the passes ends.
const LONG = new Set(['stages', 'explain', 'run', 'script']);
const TABS = [['ir', 'IR'], ['diff', 'difference'], ['explain', 'explain'], ['run', 'run'], ['script', 'script']];

// What a link restores.
const state = { file: null, text: null, passes: [], stage: 0, tab: 'ir', entry: 'main', args: '' };
// What the engine answered.
let source = { text: '', values: [], tokens: [], lines: [] };
let steps = [], ran = [], elements = [], trail = { next: new Map(), before: new Map() }, diagnostics = [];
let chosen = null, wanted = null, serial = 0, texts = 0, isEditing = false;
let frozen = start.answers ? new Map(start.answers) : null;
let known = [];

// --- The engine: requests by JSON, or in an export what it answered before.

const answers = new Map();
let requests = 0, waiting = 0, current = null;
async function ask(method, params = {}) {
  const key = JSON.stringify([method, params]);
  if (frozen) {
    if (frozen.has(key)) return frozen.get(key);
    throw new Error('this is an export: without the server, only what it shows is there');
  }
  const id = ++requests;
  waiting++; busy();
  try {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    if (LONG.has(method)) current = id;
    const answer = await fetch('rpc', { method: 'POST', body });
    if (answer.status === 202) throw new DOMException('cancelled', 'AbortError');
    if (!answer.ok) throw new Error(`the server answers with ${answer.status}`);
    const { result, error } = await answer.json();
    if (error) throw Object.assign(new Error(error.message), { data: error.data });
    answers.set(key, result);
    return result;
  } catch (error) {
    if (error instanceof TypeError) throw new Error('the server is gone: start terrace workbench again');
    throw error;
  } finally { waiting--; busy(); }
}
function cancel() {
  if (current === null || frozen || !waiting) return;
  const params = { requestId: current };
  fetch('rpc', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }) }).catch(() => {});
}
let shownBusy = 0;
function busy() {
  clearTimeout(shownBusy);
  if (!waiting) { $('busy').textContent = ''; $('cancel').hidden = true; return; }
  shownBusy = setTimeout(() => { $('busy').textContent = 'working …'; $('cancel').hidden = false; }, 250);
}
function fault(error) {
  if (error && error.name === 'AbortError') return;
  $('fault').hidden = !error;
  $('fault').textContent = error ? error.message : '';
}

// --- A pane shows lines; only those in sight are in the document, so that length costs nothing.

const entries = (line = '') => line.split(';').filter(Boolean).map(entry => entry.split(',').map(Number));
class Pane {
  constructor(box) {
    this.box = box; this.rows = () => null; this.length = 0; this.lit = -1;
    this.tall = box.appendChild(el('div')); this.shown = this.tall.appendChild(el('div'));
    box.addEventListener('scroll', () => this.render(), { passive: true });
    new ResizeObserver(() => this.render()).observe(box);
    box.addEventListener('click', event => {
      const value = event.target.dataset.v;
      if (value !== undefined && !String(getSelection())) this.chosen?.(Number(value), event.target.textContent);
    });
  }
  // `rows` returns { text, no, cls, values, tokens } of a number below `length`; `widest` is in letters.
  show(length, widest, rows) {
    Object.assign(this, { length, rows, lit: -1 });
    this.tall.style.height = `${length * LINE + 6}px`;
    this.tall.style.width = `calc(${Math.min(widest, LONGEST) + 2}ch + 4em)`;
    this.render();
  }
  render() {
    const height = this.box.clientHeight;
    if (!height) return;
    const first = Math.max(0, Math.floor(this.box.scrollTop / LINE) - 15);
    const last = Math.min(this.length, first + Math.ceil(height / LINE) + 30);
    const rows = [];
    for (let n = first; n < last; n++) rows.push(this.row(n));
    this.shown.style.top = `${first * LINE}px`;
    this.shown.replaceChildren(...rows);
  }
  row(n) {
    const { text, no, cls, values, tokens } = this.rows(n);
    const row = el('div', undefined, `row ${cls || ''}${n === this.lit ? ' lit' : ''}`);
    if (no !== undefined) row.append(el('i', no));
    const names = entries(values), words = entries(tokens);
    let at = 0, next = 0;
    const plain = end => {
      for (; next < words.length && words[next][0] < end; next++) {
        const [column, length, kind] = words[next];
        if (column < at) continue;
        row.append(text.slice(at, column), el('span', text.slice(column, column + length), KINDS[kind]));
        at = column + length;
      }
      if (at < end) row.append(text.slice(at, end));
      at = Math.max(at, end);
    };
    for (const [column, length, number] of names) {
      if (column < at) continue;
      if (column > LONGEST) break;
      plain(column);
      const name = el('b', text.slice(column, column + length), this.mark?.(number));
      name.dataset.v = number;
      row.append(name);
      at = column + length;
      while (next < words.length && words[next][0] < at) next++;
    }
    plain(Math.max(at, Math.min(text.length, LONGEST)));
    if (text.length > at) row.append(el('span', ` … ${text.length - at} more`, 'weak'));
    return row;
  }
  // Brings a line into sight, and marks it.
  reveal(n, marks = true) {
    if (n < 0) return;
    const top = n * LINE, { scrollTop, clientHeight } = this.box;
    if (top < scrollTop || top + 2 * LINE > scrollTop + clientHeight) this.box.scrollTop = Math.max(0, top - clientHeight / 3);
    if (marks) this.lit = n;
    this.render();
  }
}
const widest = lines => lines.reduce((most, line) => Math.max(most, line.length), 0);
let KINDS = [];
const left = new Pane($('source')), right = new Pane($('stage'));

// --- Values: what a name stands for in each stage.

// The numbers of what is marked, each with its class.
let marked = new Map(), markedInSource = new Map();
left.mark = number => markedInSource.get(number);
right.mark = number => marked.get(number);
left.chosen = (number, name) => {
  const value = steps.length ? matching(source, number, baseName(name), steps[0]) : undefined;
  if (value === undefined) fault(new Error(`${name} is not in the first stage`)); else choose(value);
};
right.chosen = choose;
function lineOf(starts, at) {
  let low = 0, high = starts.length;
  while (high - low > 1) { const middle = (low + high) >> 1; if (starts[middle] <= at) low = middle; else high = middle; }
  return low;
}
function startsOf(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
// Visits the numbers that a name stands for in a text with `lines` and `values`, in order, until `visit` returns true.
function numbersOf(of, name, visit) {
  of.textStarts ??= startsOf(of.text);
  const seen = new Set();
  for (let at = of.text.indexOf(name), last = -1; at >= 0; at = of.text.indexOf(name, at + 1)) {
    const line = lineOf(of.textStarts, at);
    if (line === last) continue;
    last = line;
    for (const [column, length, number] of entries(of.values[line])) {
      if (seen.has(number) || baseName(of.lines[line].slice(column, column + length)) !== name) continue;
      seen.add(number);
      if (visit(number, seen.size)) return;
    }
  }
}
const baseName = name => name.replace(/[#:].*/, '');
// The number in one text of a value of another, which has the same name there as many times before; `undefined` if none has.
function matching(from, number, name, to) {
  let time = 0, found;
  numbersOf(from, name, (one, n) => { if (one === number) time = n; return time; });
  if (time) numbersOf(to, name, (one, n) => { if (n === time) found = one; return n === time; });
  return found;
}
// Marks a value, what it became, and what became it.
function choose(value) {
  fault(null);
  chosen = chosen === value ? null : value;
  marked = new Map(); markedInSource = new Map();
  if (chosen !== null) {
    marked.set(chosen, 'same');
    for (let next = trail.next.get(chosen); next !== undefined && !marked.has(next); next = trail.next.get(next)) marked.set(next, 'became');
    const pending = [chosen];
    while (pending.length && marked.size < MOST_VALUES) {
      for (const old of trail.before.get(pending.pop()) ?? []) if (!marked.has(old)) { marked.set(old, 'became'); pending.push(old); }
    }
    for (const [number, cls] of marked) {
      const place = placeOf(steps[0], number);
      const own = place && matching(steps[0], number, baseName(place.name), source);
      if (own !== undefined) markedInSource.set(own, cls);
    }
  }
  left.render(); right.render(); showPasses(); save();
}
// Where a stage first has a value: the line and the name.
function placeOf(step, number) {
  const at = step.marks.indexOf(`,${number};`);
  if (at < 0) return null;
  step.starts ??= startsOf(step.marks);
  const line = lineOf(step.starts, at);
  const [column, length] = step.marks.slice(step.starts[line], at).split(';').pop().split(',').map(Number);
  return { at, line, name: step.lines[line].slice(column, column + length) };
}
// Where a stage first has a marked value, the value itself rather than another.
function found(step) {
  let best = null;
  for (const [number, cls] of marked) {
    const place = placeOf(step, number);
    if (place && (!best || cls === 'same' || best.cls !== 'same' && place.at < best.at)) best = { ...place, cls };
  }
  return best;
}
function nextUse() {
  if (chosen === null || state.tab !== 'ir') return;
  const step = stepOf(state.stage);
  const has = n => entries(step.values[n]).some(([, , number]) => marked.has(number));
  for (let k = 1; k <= step.lines.length; k++) {
    const n = (Math.max(right.lit, -1) + k) % step.lines.length;
    if (has(n)) { right.reveal(n); return; }
  }
}

// --- The source.

// Rows of the source: lines, and what is reported of each below it.
let sourceRows = null;
function showSource() {
  const { lines, values, tokens } = source;
  const below = new Map();
  for (const report of diagnostics) {
    const n = (report.location?.start?.line ?? 1) - 1;
    if (!below.has(n)) below.set(n, []);
    const column = report.location?.start?.column ?? 1;
    const pad = ' '.repeat(Math.min(60, Math.max(0, column - 1)));
    below.get(n).push({ text: `${pad}^ ${report.severity}: ${report.message}`, cls: report.severity });
    for (const note of report.notes ?? []) below.get(n).push({ text: `${pad}  ${note.location ? `line ${note.location.start.line}: ` : ''}${note.message}`, cls: 'note' });
    for (const help of report.help ?? []) below.get(n).push({ text: `${pad}  help: ${help}`, cls: 'note' });
  }
  const row = n => ({ text: lines[n], no: n + 1, values: values[n], tokens: tokens[n] });
  if (!below.size) { sourceRows = null; left.show(lines.length, widest(lines), row); } else {
    sourceRows = [];
    let most = widest(lines);
    lines.forEach((_, n) => {
      sourceRows.push(n);
      for (const report of below.get(n) ?? []) { sourceRows.push({ no: '', ...report }); most = Math.max(most, report.text.length); }
    });
    left.show(sourceRows.length, most, n => typeof sourceRows[n] === 'number' ? row(sourceRows[n]) : sourceRows[n]);
  }
  const errors = diagnostics.filter(report => report.severity === 'error').length;
  $('problems').textContent = diagnostics.length ? errors ? count(errors, 'error') : count(diagnostics.length, 'report') : '';
  $('problems').className = errors ? 'bad' : 'weak';
}
function revealSource(n) { if (isEditing) edit(false); left.reveal(sourceRows ? sourceRows.indexOf(n) : n); }
const trimmed = text => text.replace(/\n+$/, '');
function setText(text) {
  source = { text, lines: trimmed(text).split('\n'), values: [], tokens: [] };
  diagnostics = [];
  showSource();
}
function edit(on) {
  if (frozen || on === isEditing) return;
  isEditing = on;
  const line = Math.floor($('source').scrollTop / LINE);
  $('source').hidden = on; $('text').hidden = !on;
  $('edit').textContent = on ? 'done' : 'edit';
  if (on) {
    $('text').value = source.text;
    $('text').focus(); $('text').setSelectionRange(0, 0);
    $('text').scrollTop = line * LINE;
  } else {
    const top = $('text').scrollTop;
    typed.now();
    $('source').scrollTop = top; left.render(); $('source').focus();
  }
}
// Calls `work` some time after the last call; `now` does what waits.
function later(time, work) {
  let timer = 0;
  const run = () => { clearTimeout(timer); timer = 0; work(); };
  return Object.assign(() => { clearTimeout(timer); timer = setTimeout(run, time); }, { now: () => { if (timer) run(); } });
}
const typed = later(350, () => {
  if ($('text').value === source.text) return;
  state.text = $('text').value;
  setText(state.text);
  load();
});

// --- The pipeline.

const split = text => {
  // The elements of a pipeline; a whole one is taken apart.
  text = text.trim().replace(/^builtin\.module\((.*)\)$/s, '$1');
  const out = []; let depth = 0, from = 0;
  for (let at = 0; at <= text.length; at++) {
    const c = text[at];
    if ('({'.includes(c ?? ' ')) depth++;
    if (')}'.includes(c ?? ' ')) depth--;
    if (at === text.length || c === ',' && depth === 0) { const one = text.slice(from, at).trim().replace(/^-+/, ''); if (one) out.push(one); from = at + 1; }
  }
  return out;
};
const nameOf = pass => pass.text.replace(/[{(].*/s, '').trim();
// The stage after the pass of an index: a step, and whether it changed something.
function stageOf(index) { return index < 0 ? { step: 0, changed: true } : results[index]; }
const stepOf = stage => steps[Math.min(stageOf(stage - 1)?.step ?? 0, steps.length - 1)];
// What came of each pass of the list; of a pipeline, of its last pass.
let results = [];
function assign() {
  let at = 0, step = 0, number = 0;
  results = state.passes.map(pass => {
    if (!pass.on) return pass.result = { step, off: true };
    const names = elements[number++] ?? [];
    const result = pass.result = { step, changed: false, errors: [], missing: true };
    for (const name of names) {
      if (ran[at]?.pass !== name) continue;
      step = ran[at].step;
      Object.assign(result, { step, missing: false, changed: result.changed || ran[at].changed, errors: result.errors.concat(ran[at].errors) });
      at++;
    }
    return result;
  });
}
function showPasses() {
  const items = [{ text: 'input', on: true, fixed: true }, ...state.passes].map((pass, stage) => {
    const result = stageOf(stage - 1) ?? {};
    const item = el('li');
    item.classList.toggle('on', stage === state.stage);
    item.classList.toggle('off', !pass.on);
    item.classList.toggle('idle', pass.on && !!steps.length && !result.changed);
    item.classList.toggle('failed', !!result.errors?.length || !!pass.error);
    if (pass.fixed) item.append(el('span', '')); else {
      const box = el('input'); box.type = 'checkbox'; box.checked = pass.on; box.disabled = !!frozen;
      box.setAttribute('aria-label', `run ${pass.text}`);
      box.onclick = event => { event.stopPropagation(); toggle(stage - 1); };
      item.append(box);
    }
    const title = el('span', pass.text, 'title'); title.title = pass.text;
    item.append(title);
    const tools = el('span', undefined, 'tools');
    if (!pass.fixed && !frozen) for (const [sign, label, act] of [['↑', 'up', () => move(stage - 1, -1)], ['↓', 'down', () => move(stage - 1, 1)], ['×', 'remove', () => remove(stage - 1)]]) {
      const button = el('button', sign); button.title = label; button.setAttribute('aria-label', `${label}: ${pass.text}`);
      button.onclick = event => { event.stopPropagation(); act(); };
      tools.append(button);
    }
    item.append(tools);
    const note = el('span', undefined, 'note');
    const where = chosen !== null && steps.length && pass.on ? found(stepOf(stage)) : null;
    if (where) {
      const name = el('b', where.name, where.cls); name.title = `line ${where.line + 1}`;
      note.append(name, ` line ${where.line + 1}`);
    } else if (pass.error) note.append(pass.error);
    else if (result.errors?.length) note.append(result.errors[0]);
    else if (pass.on && steps.length && result.missing) note.append('did not run');
    else if (pass.on && steps.length && !result.changed) note.append('no change');
    if (note.firstChild) item.append(note);
    item.onclick = () => { go(stage); if (where && state.tab === 'ir') right.reveal(where.line); };
    if (!pass.fixed && !frozen) {
      item.draggable = true;
      item.ondragstart = event => event.dataTransfer.setData('text/x-pass', String(stage - 1));
      item.ondragover = event => { event.preventDefault(); item.classList.add('over'); };
      item.ondragleave = () => item.classList.remove('over');
      item.ondrop = event => {
        event.preventDefault();
        const from = Number(event.dataTransfer.getData('text/x-pass'));
        if (!Number.isInteger(from) || !state.passes[from]) return;
        const [moved] = state.passes.splice(from, 1);
        state.passes.splice(stage - 1, 0, moved);
        state.stage = state.passes.indexOf(moved) + 1;
        changed();
      };
    }
    return item;
  });
  $('passes').replaceChildren(...items);
  items[state.stage]?.scrollIntoView({ block: 'nearest' });
  const on = state.passes.filter(pass => pass.on).length;
  $('trail').textContent = steps.length && on ? `${results.filter(result => result.changed).length} of ${on} with changes` : '';
}
// The options of the pass of the stage.
let optionsOpen = innerWidth > 992;
function showOptions() {
  const pass = state.passes[state.stage - 1], box = $('options');
  box.replaceChildren();
  if (!pass) return;
  const input = el('input'); input.value = pass.text; input.spellcheck = false; input.disabled = !!frozen;
  input.setAttribute('aria-label', 'the pass with its options');
  input.onchange = () => {
    const all = split(input.value);
    if (!all.length) return remove(state.stage - 1);
    if (all.join() === pass.text) return;
    state.passes.splice(state.stage - 1, 1, ...all.map(text => ({ text, on: pass.on })));
    changed();
  };
  input.onkeydown = event => { if (event.key === 'Enter') input.blur(); };
  box.append(input);
  const of = known.find(one => one.name === nameOf(pass));
  if (!of) return;
  box.append(el('p', of.doc, 'weak'));
  if (!of.options.length) return;
  const list = el('dl'), more = el('details');
  more.open = optionsOpen;
  more.ontoggle = () => { optionsOpen = more.open; };
  for (const option of of.options) {
    const term = el('dt'), add = el('button', option.name); add.disabled = !!frozen;
    add.title = 'add this option';
    add.onclick = () => {
      const old = input.value.match(/\{(.*)\}\s*$/s);
      const one = `${option.name}=${option.default}`;
      if (old?.[1].split(/\s+/).some(word => word.split('=')[0] === option.name)) return input.focus();
      input.value = old ? input.value.replace(/\}\s*$/s, ` ${one}}`) : `${input.value.trim()}{${one}}`;
      input.focus(); input.setSelectionRange(input.value.length - 1 - option.default.length, input.value.length - 1);
    };
    term.append(add, option.default ? ` ${option.default}` : '');
    list.append(term, el('dd', option.doc));
  }
  more.append(el('summary', count(of.options.length, 'option')), list);
  box.append(more);
}
function toggle(index) { const pass = state.passes[index]; if (!pass || frozen) return; pass.on = !pass.on; changed(); }
function move(index, by) {
  const to = index + by;
  if (frozen || index < 0 || to < 0 || to >= state.passes.length) return;
  const [pass] = state.passes.splice(index, 1);
  state.passes.splice(to, 0, pass);
  state.stage = to + 1;
  changed();
}
function remove(index) {
  if (frozen || index < 0) return;
  state.passes.splice(index, 1);
  state.stage = Math.min(state.stage, state.passes.length);
  changed();
}
// The list is shown at once, with what came of each pass before.
function changed() {
  let step = 0;
  results = state.passes.map(pass => { step = pass.result?.step ?? step; return pass.result ?? { step, changed: true }; });
  showPasses(); showOptions(); apply();
}

// --- What is on the right: a stage, or what is asked about it.

let view = 0;
async function showStage() {
  const mine = ++view, stage = state.stage;
  for (const button of $('tabs').children) {
    button.setAttribute('aria-selected', button.dataset.tab === state.tab);
    button.tabIndex = button.dataset.tab === state.tab ? 0 : -1;
  }
  const isText = state.tab === 'ir' || state.tab === 'diff';
  $('stage').hidden = !isText; $('body').hidden = isText; $('body').className = '';
  $('said').replaceChildren();
  const result = stageOf(stage - 1);
  for (const error of result?.errors ?? []) $('said').append(el('div', error, 'bad'));
  if (!steps.length) { right.show(0, 0, () => null); if (!isText) $('body').replaceChildren(el('p', 'the source has errors', 'weak')); return; }
  try {
    await ({ ir: showIr, diff: showDiff, explain: showExplain, run: showRun, script: showScript })[state.tab](stage, () => mine === view);
  } catch (error) {
    if (mine !== view) return;
    if (isText || error.name === 'AbortError') fault(error); else $('body').replaceChildren(failure(error));
  }
}
async function showIr(stage, isMine) {
  const step = stepOf(stage), number = steps.indexOf(step);
  const draw = () => right.show(step.lines.length, step.widest ??= widest(step.lines), n => ({ text: step.lines[n], no: n + 1, values: step.values[n], tokens: step.tokens?.[n] }));
  const top = $('stage').scrollTop;
  draw(); $('stage').scrollTop = top;
  if (step.tokens || step.lines.length > MANY) return;
  const words = await ask('tokens', { step: number });
  step.tokens = (words.tokens ?? '').split('\n'); KINDS = words.kinds;
  if (isMine()) right.render();
}
async function showDiff(stage, isMine) {
  const to = steps.indexOf(stepOf(stage)), from = stage > 0 ? steps.indexOf(stepOf(stage - 1)) : to;
  if (from === to) {
    $('said').append(stage ? 'this pass changed nothing' : 'the first stage has none before it');
    return right.show(0, 0, () => null);
  }
  const { diff, added, removed } = await ask('diff', { from, to });
  if (!isMine()) return;
  $('said').append(`${count(removed, 'line')} removed, ${count(added, 'line')} added`);
  const rows = []; let old = 0, now = 0;
  for (const line of trimmed(diff).split('\n').slice(2)) {
    const hunk = line.match(/^@@ -(\d+)(?:,\d+)? \+(\d+)/);
    if (hunk) { [old, now] = [Number(hunk[1]) - 1, Number(hunk[2]) - 1]; rows.push({ text: line, no: '', cls: 'hunk' }); continue; }
    const sign = line[0], cls = { '+': 'add', '-': 'del' }[sign];
    const [step, n] = sign === '-' ? [steps[from], old] : [steps[to], now];
    rows.push({ text: line.slice(1), no: `${n + 1}${sign === ' ' ? '' : sign}`, cls, values: step.values[n], tokens: step.tokens?.[n] });
    if (sign !== '+') old++;
    if (sign !== '-') now++;
  }
  right.show(rows.length, rows.reduce((most, row) => Math.max(most, row.text.length), 0), n => rows[n]);
  $('stage').scrollTop = 0;
}
// A link to a line of the step that is shown; that of the first is in the source.
function place(number, line) {
  const link = el('a', `line ${line}`); link.tabIndex = 0;
  link.onclick = async () => {
    if (!number) return revealSource(line - 1);
    await tab('ir');
    right.reveal(line - 1);
  };
  link.onkeydown = event => { if (event.key === 'Enter') link.onclick(); };
  return link;
}
function linked(number, text) {
  const item = el('span');
  text.split(/\bline (\d+)/).forEach((part, n) => item.append(n % 2 ? place(number, Number(part)) : part));
  return item;
}
function failure(error) {
  const box = el('div');
  box.append(el('p', error.message, 'bad'));
  for (const report of error.data?.diagnostics ?? []) for (const note of report.notes ?? []) box.append(el('p', note.message, 'weak'));
  for (const message of error.data?.messages ?? []) box.append(el('p', message, 'weak'));
  return box;
}
async function showExplain(stage, isMine) {
  const step = steps.indexOf(stepOf(stage));
  $('said').append(step ? 'what bufferization would copy and allocate of this stage' : 'what bufferization would copy and allocate of the source');
  $('body').replaceChildren(el('p', '…', 'weak'));
  const { reports } = await ask('explain', { step });
  if (!isMine()) return;
  const boxes = reports.map(report => {
    const box = el('article'), head = el('p');
    head.append(place(step, report.line), ` ${report.message}`);
    const list = el('ul');
    for (const note of report.notes) { const item = el('li'); item.append(linked(step, note)); list.append(item); }
    for (const help of report.help) { const item = el('li', undefined, 'good'); item.append('help: ', linked(step, help)); list.append(item); }
    box.append(head, list);
    return box;
  });
  $('body').replaceChildren(...boxes.length ? boxes : [el('p', 'Nothing is copied and nothing is allocated.')]);
}
function showRun(stage) {
  const step = steps.indexOf(stepOf(stage));
  const field = (label, input) => { const box = el('label', label); box.append(input); return box; };
  const entry = el('input'); entry.value = state.entry; entry.spellcheck = false;
  entry.oninput = () => { state.entry = entry.value; save(); };
  const values = el('textarea', undefined, 'mono'); values.value = state.args; values.rows = 4; values.spellcheck = false;
  values.placeholder = '3\n[[1, 2], [3, 4]]\nrandom:1\ninput.npy';
  values.oninput = () => { state.args = values.value; save(); };
  const go = el('button', 'run'), out = el('pre', undefined, 'mono'), form = el('form');
  form.append(field('function', entry), field('arguments, one a line', values), go, out);
  form.onsubmit = async event => {
    event.preventDefault();
    out.className = 'mono weak'; out.textContent = 'running …';
    const args = values.value.split('\n').map(line => line.trim()).filter(Boolean), from = performance.now();
    try {
      const { results, diagnostics, messages } = await ask('run', { step, function: entry.value.trim() || 'main', arguments: args });
      out.className = 'mono';
      const more = [...diagnostics.map(report => `${report.severity}: ${report.message}`), ...messages];
      out.textContent = [...results, ...more].join('\n') || 'it returned nothing';
      $('said').textContent = frozen ? '' : `${((performance.now() - from) / 1000).toFixed(2)} s`;
    } catch (error) { out.className = 'mono'; out.replaceChildren(...(error.data?.results ?? []).map(line => el('div', line)), failure(error)); }
  };
  $('body').replaceChildren(form);
}
async function showScript(stage, isMine) {
  const step = steps.indexOf(stepOf(stage));
  $('body').replaceChildren(el('p', '…', 'weak'));
  if (!/\btransform\.|@__transform_main/.test(step ? steps[step].text : source.text)) {
    return $('body').replaceChildren(el('p', 'The text has no transform script: a sequence @__transform_main.', 'weak'));
  }
  const { page, failed } = await ask('script', { step });
  if (!isMine()) return;
  if (failed) $('said').append(el('span', 'the script failed', 'bad'));
  const frame = el('iframe'); frame.title = 'the script, step by step';
  frame.sandbox = 'allow-scripts'; frame.srcdoc = page;
  $('body').className = 'frame'; $('body').replaceChildren(frame);
}
function go(stage) {
  stage = Math.max(0, Math.min(state.passes.length, stage));
  if (stage !== state.stage) { state.stage = stage; showOptions(); save(); showStage(); }
  showPasses();
}
function tab(name) { state.tab = name; save(); return showStage(); }

// --- From a text and passes to stages.

async function load() {
  const mine = ++texts, isLarge = source.lines.length > MANY;
  serial++;
  cancel();
  try {
    const opened = await ask('open', { text: source.text });
    if (mine !== texts) return;
    diagnostics = opened.diagnostics;
    showSource();
    // In a large file, stages come before names.
    if (isLarge) await apply();
    if (mine !== texts) return;
    const words = await ask('tokens');
    if (mine !== texts) return;
    KINDS = words.kinds;
    Object.assign(source, { values: words.values.split('\n'), tokens: (words.tokens ?? '').split('\n') });
    showSource();
    performance.mark('words');
  } catch (error) { if (mine === texts) fault(error); return; }
  if (isLarge) restoreValue(); else await apply();
}
function restoreValue() {
  if (!source.values.length) return;
  if (wanted !== null && steps.length) choose(wanted);
  wanted = null;
}
async function apply() {
  const mine = ++serial;
  save();
  cancel();
  const passes = state.passes.filter(pass => pass.on);
  state.passes.forEach(pass => { delete pass.error; });
  let answer;
  try {
    answer = await ask('stages', { passes: passes.map(pass => pass.text) });
    if (mine !== serial) return;
    fault(null);
  } catch (error) {
    if (mine !== serial || error.name === 'AbortError') return;
    const wrong = passes[error.data?.element];
    if (wrong) wrong.error = error.message;
    steps = []; ran = []; elements = [];
    answer = null;
    // What is below the lines is not said twice.
    fault(wrong || diagnostics.some(report => report.severity === 'error') ? null : error);
  }
  if (answer) {
    steps = answer.steps.map(({ text, values }) => ({ text, marks: values, lines: trimmed(text).split('\n'), values: values.split('\n') }));
    ({ passes: ran, elements } = answer);
    trail = { next: new Map(), before: new Map() };
    for (const pair of answer.replaced.split(';')) {
      if (!pair) continue;
      const [old, now] = pair.split(',').map(Number);
      trail.next.set(old, now);
      if (!trail.before.has(now)) trail.before.set(now, []);
      trail.before.get(now).push(old);
    }
  }
  chosen = null; marked = new Map(); markedInSource = new Map();
  state.stage = Math.min(state.stage, state.passes.length);
  assign(); showPasses(); showOptions(); left.render();
  await showStage();
  performance.mark('stages');
  restoreValue();
}

// --- Links and exports.

function save() {
  const link = new URLSearchParams();
  if (state.file) link.set('file', state.file);
  if (state.text !== null && state.text.length <= KEPT_TEXT) link.set('text', state.text);
  for (const pass of state.passes) link.append(pass.on ? 'pass' : 'off', pass.text);
  // The order of passes that are off is that of all.
  if (state.passes.some(pass => !pass.on)) link.set('order', state.passes.map(pass => pass.on ? 1 : 0).join(''));
  if (state.stage) link.set('stage', state.stage);
  if (state.tab !== 'ir') link.set('tab', state.tab);
  if (state.entry !== 'main') link.set('entry', state.entry);
  if (state.args) link.set('args', state.args);
  if (chosen !== null) link.set('value', chosen);
  const hash = `#${link}`;
  if (hash !== location.hash && !frozen) history.replaceState(null, '', hash);
}
function restore() {
  const link = new URLSearchParams(start.link ?? location.hash.slice(1));
  const on = link.getAll('pass'), off = link.getAll('off');
  const order = link.get('order') ?? '1'.repeat(on.length);
  const passes = [...order].map(sign => sign === '1' ? { text: on.shift(), on: true } : { text: off.shift(), on: false });
  Object.assign(state, {
    file: link.get('file') ?? start.file ?? null, text: link.get('text'), passes: passes.filter(pass => pass.text),
    stage: Math.max(0, Number(link.get('stage')) || 0), entry: link.get('entry') ?? 'main', args: link.get('args') ?? '',
    tab: TABS.some(([name]) => name === link.get('tab')) ? link.get('tab') : 'ir',
  });
  state.stage = Math.min(state.stage, state.passes.length);
  wanted = /^\d+$/.test(link.get('value') ?? '') ? Number(link.get('value')) : null;
}
async function exported() {
  // What tabs show is asked for first.
  const wants = [['open', { text: source.text }], ['tokens', {}], ['passes', {}], ['stages', { passes: state.passes.filter(pass => pass.on).map(pass => pass.text) }]];
  steps.forEach((_, step) => { wants.push(['tokens', { step }], ['explain', { step }]); if (step) wants.push(['diff', { from: step - 1, to: step }]); });
  const kept = new Map();
  for (const [method, params] of wants) {
    const key = JSON.stringify([method, params]);
    try { kept.set(key, answers.get(key) ?? await ask(method, params)); } catch { /* It is not shown now, either. */ }
  }
  for (const [key, answer] of answers) if (/^\["(run|script)"/.test(key)) kept.set(key, answer);
  const page = template.cloneNode(true);
  const link = location.hash.slice(1);
  const data = { file: state.file, text: source.text, link, answers: [...kept] };
  page.querySelector('#start').textContent = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html>\n${page.outerHTML}\n`;
}

// --- The beginning.

async function pick(file) {
  state.file = file; state.text = null;
  if (isEditing) edit(false);
  if (!file) return;
  try {
    const { text } = await ask('read', { file });
    setText(text); performance.mark('picture');
    document.title = `${file} – Workbench`;
    await load();
  } catch (error) { fault(error); }
}
function showFiles(files) {
  const all = state.file && !files.includes(state.file) ? [state.file, ...files] : files;
  $('file').replaceChildren(...(state.file ? [] : [new Option('choose a file', '')]), ...all.map(name => new Option(name, name, false, name === state.file)));
  if (state.file) $('file').value = state.file;
}
for (const [name, label] of TABS) {
  const button = el('button', label); button.dataset.tab = name; button.setAttribute('role', 'tab');
  button.onclick = () => tab(name);
  $('tabs').append(button);
}
$('edit').onclick = () => edit(!isEditing);
$('text').oninput = typed;
$('text').onkeydown = event => {
  if (event.key === 'Escape') edit(false);
  event.stopPropagation();
};
$('cancel').onclick = cancel;
$('keys').onclick = () => $('help').showModal();
$('file').onchange = () => { if ($('file').value) { state.stage = 0; pick($('file').value); } };
$('add').onsubmit = event => {
  event.preventDefault();
  const added = split($('name').value).map(text => ({ text, on: true }));
  if (!added.length) return;
  state.passes.splice(state.stage, 0, ...added);
  state.stage += added.length;
  $('name').value = '';
  changed();
};
$('export').onclick = async () => {
  const link = el('a');
  link.href = URL.createObjectURL(new Blob([await exported()], { type: 'text/html' }));
  link.download = `${(state.file ?? 'workbench').replace(/.*\//, '').replace(/\.mlir$/, '')}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};
document.addEventListener('keydown', event => {
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) && event.target.type !== 'checkbox' || $('help').open) {
    if (event.key === 'Escape') event.target.blur();
    return;
  }
  if (event.ctrlKey || event.metaKey) return;
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (event.altKey) { if (by) { event.preventDefault(); move(state.stage - 1, by); } return; }
  const act = {
    ArrowLeft: () => go(state.stage - 1), k: () => go(state.stage - 1), ArrowRight: () => go(state.stage + 1), j: () => go(state.stage + 1),
    d: () => tab(state.tab === 'diff' ? 'ir' : 'diff'), e: () => edit(true), a: () => $('name').focus(), x: () => toggle(state.stage - 1),
    n: nextUse, '?': () => $('help').showModal(), Escape: () => { if (chosen !== null) choose(chosen); },
  }[event.key] ?? (TABS[event.key - 1] && (() => tab(TABS[event.key - 1][0])));
  if (act) { event.preventDefault(); act(); }
});
addEventListener('hashchange', () => {
  const before = [state.file, state.text];
  restore();
  if (state.text === null && state.file !== before[0] || state.text !== before[1]) begin(); else changed();
});
async function begin() {
  showFiles(state.file ? [state.file] : []);
  showPasses(); showOptions();
  if (frozen) {
    setText(start.text);
    for (const id of ['edit', 'add', 'export']) $(id).hidden = true;
    $('file').disabled = true;
    document.title = `${state.file ?? 'text'} – Workbench`;
  } else if (state.text !== null) setText(state.text);
  const shown = frozen || state.text !== null ? load() : state.file ? pick(state.file) : setText('');
  const lists = async () => {
    try { showFiles((await ask('files')).files); } catch { /* An export has one file. */ }
    known = (await ask('passes')).passes;
    $('known').replaceChildren(...known.map(({ name, doc }) => { const option = el('option', doc); option.value = name; return option; }));
    showOptions();
  };
  await shown;
  await lists().catch(fault);
  performance.mark('begun');
}
restore();
begin();
