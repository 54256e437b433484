//! The page of `terrace transform --html`: the steps of a script next to the state of the payload.

use super::trace::Trace;

/// Returns the page: one file that needs nothing else.
pub(super) fn page(name: &str, trace: &Trace) -> String {
    // A script ends at the first "</", even in a string.
    let data = trace.to_json(true).to_string().replace("</", "<\\/");
    let name = escape(name);
    format!(
        "{HEAD}<title>{name}</title></head><body><h1>{name}</h1>{BODY}<script>const T={data};{SCRIPT}</script></body></html>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const HEAD: &str = "<!DOCTYPE html>
<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>
:root{color-scheme:light dark;--text:#222;--page:#fff;--line:#ccc;--weak:#777;--on:#e8eefc;--lit:#fde2b3;--new:#cfe8cf;
--asked:#e3d3f5;--bad:#c00;--good:#27682f}
@media (prefers-color-scheme:dark){:root{--text:#ddd;--page:#181818;--line:#444;--weak:#999;--on:#26304a;--lit:#6b4a10;
--new:#1f5130;--asked:#4b3468;--bad:#f66;--good:#7c7}}
body{font:14px system-ui,sans-serif;margin:1em;color:var(--text);background:var(--page)}
h1{font-size:1.3em;overflow-wrap:anywhere;margin:.2em 0}
nav{margin:.4em 0}button{font:inherit;margin-right:.4em}
main{display:flex;gap:1em;align-items:flex-start}
#steps,#side{flex:2;min-width:0;max-height:84vh;overflow:auto}#side{flex:3}
#steps div{padding:.15em .4em;border-left:3px solid transparent;cursor:pointer;overflow-wrap:anywhere;font-family:monospace}
#steps .on{background:var(--on);border-color:var(--text)}#steps .bad{color:var(--bad)}#steps i{color:var(--weak);font-style:normal}
pre{margin:.4em 0;overflow:auto;line-height:1.5;border:1px solid var(--line);border-radius:4px;padding:.4em;max-height:52vh}
pre span{display:block;width:max-content;min-width:100%;cursor:pointer}
pre .lit{background:var(--lit)}pre .new{border-left:3px solid var(--good);background:var(--new)}pre .lit.new{background:var(--lit)}
pre .asked{outline:1px solid var(--text);background:var(--asked)}
b.h{font-weight:inherit;font-family:monospace;border-bottom:1px dotted;cursor:pointer}b.h.on{background:var(--lit)}
ul{margin:.3em 0;padding-left:1.2em}li{overflow-wrap:anywhere}.bad{color:var(--bad)}.good{color:var(--good)}
.weak{color:var(--weak)}#asked{border-top:1px solid var(--line)}
@media (max-width:60em){main{display:block}#steps{max-height:30vh}#side{max-height:52vh}pre{max-height:40vh}}
</style>";

const BODY: &str = "
<nav><button id=\"back\">back</button><button id=\"next\">next</button><button id=\"when\">payload: after</button>
<span class=\"weak\">arrow keys step; a click on a handle lights what it stands for; a click on a line of the payload shows
which matchers tried it</span></nav>
<main><div id=\"steps\"></div><div id=\"side\"><div id=\"step\"></div><pre id=\"payload\"></pre><div id=\"asked\"></div></div></main>
";

const SCRIPT: &str = r#"
const $=id=>document.getElementById(id);
const el=(tag,text,cls)=>{const e=document.createElement(tag);if(text!==undefined)e.textContent=text;if(cls)e.className=cls;return e;};
const at=l=>!l?'':l.line?` ${l.file}:${l.line}:${l.column}`:' '+l.file;
const obj=n=>T.objects[n].name+at(T.objects[n].location);
let now=0,after=true,lit=new Set(),chosen=null;
T.steps.forEach((s,n)=>{const op=T.ops[s.op];
  const d=el('div');d.style.marginLeft=s.depth+'em';d.append(el('i',(n+1)+' '),op.text);
  if(s.outcome!='success')d.classList.add('bad');if(s.near_miss)d.classList.add('bad');
  d.onclick=()=>show(n);$('steps').append(d);});
function text(){const s=T.steps[now];return s?s.shows[after?1:0]:0;}
function payload(){
  const t=T.texts[text()];const box=$('payload');box.replaceChildren();if(!t)return;
  if(T.shown_until!==null&&now>=T.shown_until)box.append(el('span',`(the payload is shown up to step ${T.shown_until}: it is too large)`,'weak'));
  const ops={};t.ops.forEach(([line,n])=>(ops[line]??=[]).push(n));
  const s=T.steps[now];const fresh=new Set(s&&after?[...s.created,...s.modified]:[]);
  t.text.split('\n').forEach((line,n)=>{const e=el('span',line||' ');const here=ops[n]||[];
    if(here.some(o=>lit.has(o)))e.classList.add('lit');
    if(here.some(o=>fresh.has(o)))e.classList.add('new');
    if(here.includes(chosen))e.classList.add('asked');
    e.onclick=()=>{chosen=here.length?here[here.length-1]:null;ask();payload();};
    box.append(e);});
  box.querySelector('.lit')?.scrollIntoView({block:'nearest'});}
function light(objects){lit=new Set(objects.map(n=>T.objects[n].op).filter(n=>n!==null));}
function handle(h,objects){const e=el('b',T.handles[h].name,'h');e.title=at(T.handles[h].location);
  e.onclick=()=>{document.querySelectorAll('b.h').forEach(o=>o.classList.remove('on'));e.classList.add('on');light(objects);payload();};return e;}
function list(objects){return objects.length?objects.slice(0,12).map(obj).join(', ')+(objects.length>12?` and ${objects.length-12} more`:''):'nothing';}
function item(ul,...parts){const li=el('li');li.append(...parts);ul.append(li);return li;}
function message(ul,m){const li=item(ul,`${m.severity}: ${m.message}${at(m.location)}`);if(m.severity=='error')li.className='bad';
  const notes=el('ul');m.notes.forEach(n=>item(notes,n.message+at(n.location)));if(m.notes.length)li.append(notes);}
function details(){
  const box=$('step');box.replaceChildren();const s=T.steps[now];if(!s)return;
  const op=T.ops[s.op];const head=el('p');head.append(`step ${now+1}: `,el('code',op.text),el('span',at(op.location),'weak'));box.append(head);
  const ul=el('ul');box.append(ul);
  for(const [changes,word] of [[s.operands,'takes'],[s.results,'returns'],[s.followed,'changes']])for(const c of changes){
    const before=c.before,later=c.after;const li=item(ul,word+' ',handle(c.handle,(after?later:before)||before||later||[]),' = ');
    if(before===null)li.append(list(later||[]));
    else if(later===null)li.append(list(before),el('span','; used up','bad'));
    else li.append(list(before),JSON.stringify(before)==JSON.stringify(later)?'':'; now '+list(later));}
  const tried=T.tries.filter(t=>t.step==now);
  if(tried.length){const hits=tried.filter(t=>t.outcome=='matched');
    item(ul,`${tried.length} tries of matchers, ${hits.length} matched`);
    hits.forEach(t=>item(ul,el('span',`@${t.matcher} matches ${obj(t.candidate)}`,'good')));}
  s.replaced.forEach(r=>item(ul,`replaces ${obj(r.object)} by ${list(r.by)}`));
  for(const [what,objects] of [['creates',s.created],['changes',s.modified],['erases',s.erased]])if(objects.length)item(ul,what+' '+list(objects));
  s.no_match.forEach(m=>item(ul,`${m.pattern||'a pattern'} does not match ${obj(m.object)}: ${m.reason}`));
  if(s.near_miss)item(ul,el('span','nothing matched; nearest miss: '+(s.near_miss.object===null?'none':obj(s.near_miss.object))+': '+s.near_miss.reason,'bad'));
  s.invalidated.forEach(i=>item(ul,handle(i.handle,[]),` must not be used any more: operand #${i.operand} is used up`));
  s.messages.forEach(m=>message(ul,m));
  s.late_uses.forEach(l=>{const li=item(ul,handle(l.handle,l.objects),` was used up by step ${l.step+1}, as operand #${l.operand}`);
    li.className='bad';li.style.cursor='pointer';li.ondblclick=()=>show(l.step);});
  if(s.outcome!='success')item(ul,el('span',s.outcome,'bad'));}
function ask(){
  const box=$('asked');box.replaceChildren();if(chosen===null)return;
  box.append(el('p',obj(chosen)));const ul=el('ul');box.append(ul);
  const tries=T.tries.filter(t=>t.candidate==chosen);
  tries.forEach(t=>{
    const li=el('li');li.append(`step ${t.step+1}: @${t.matcher} `,el('span',t.outcome,t.outcome=='matched'?'good':'bad'));ul.append(li);
    if(t.outcome=='refused'){const op=T.ops[t.op];
      li.append(` at ${op.text}${at(op.location)}: ${t.message?t.message.message:''} (${t.met} met before)`);
      const inner=el('ul');t.inner.forEach(i=>item(inner,`${T.ops[i.op].text}${at(T.ops[i.op].location)}: ${i.message.message}`));
      if(t.inner.length)li.append(inner);}});
  if(!tries.length)ul.append(el('li','no matcher tried it','weak'));
  const names=new Set();T.steps.forEach(s=>[...s.operands,...s.results,...s.followed].forEach(c=>{
    if([...(c.before||[]),...(c.after||[])].some(o=>T.objects[o].op===chosen))names.add(c.handle);}));
  if(names.size){const li=el('li','handles that stood for it: ');names.forEach(h=>li.append(handle(h,[chosen]),' '));ul.append(li);}}
function show(n){if(!T.steps.length)return;now=Math.max(0,Math.min(T.steps.length-1,n));
  [...$('steps').children].forEach((e,i)=>e.classList.toggle('on',i==now));
  $('steps').children[now].scrollIntoView({block:'nearest'});
  const s=T.steps[now];light([...s.operands.flatMap(c=>(after?c.after:c.before)||[]),...s.results.flatMap(c=>after?c.after||[]:[])]);
  details();payload();ask();}
$('next').onclick=()=>show(now+1);$('back').onclick=()=>show(now-1);
$('when').onclick=()=>{after=!after;$('when').textContent='payload: '+(after?'after':'before');show(now);};
document.onkeydown=e=>{if(e.key=='ArrowRight'||e.key=='ArrowDown'){show(now+1);e.preventDefault();}
  if(e.key=='ArrowLeft'||e.key=='ArrowUp'){show(now-1);e.preventDefault();}};
payload();show(0);
"#;
