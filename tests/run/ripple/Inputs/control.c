// Control that elements take different ways through, accesses and reductions, each beside a sequential version.
#include <ripple.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>
static unsigned st=12345; static unsigned rnd(void){st^=st<<13;st^=st>>17;st^=st<<5;return st;}
#define N 64
/* mandelbrot: natural divergent loop */
static void mandel(const float*cx,const float*cy,int*out,int maxit){
  ripple_block_t B=ripple_set_block_shape(0,16); size_t v=ripple_id(B,0);
  for(int i=0;i<N;i+=16){ float x=0,y=0; int it=ripple_broadcast(B,1,0);
    float a=cx[i+v],b=cy[i+v];
    while(it<maxit && x*x+y*y<4.0f){ float t=x*x-y*y+a; y=2*x*y+b; x=t; it++; }
    out[i+v]=it; } }
static int mandel1(float a,float b,int maxit){
  float x=0,y=0;
  int it=0;
  while(it<maxit&&x*x+y*y<4.0f){
    float t=x*x-y*y+a;
    y=2*x*y+b;
    x=t;
    it++;
  }return it;
}
/* gcd with division guarded */
static int gcd1(int a,int b){while(b!=0){int t=a%b;a=b;b=t;}return a;}
static void gcds(const int*p,const int*q,int*o){
  ripple_block_t B=ripple_set_block_shape(0,8,8);
  size_t i=ripple_id(B,0)+8*ripple_id(B,1);
  int a=p[i],b=q[i];
  while(b!=0){
    int t=a%b;
    a=b;
    b=t;
  }o[i]=a;
}
static void gcds2(const int*p,const int*q,int*o){
  ripple_block_t B=ripple_set_block_shape(0,64);
  size_t i=ripple_id(B,0);
  o[i]=gcd1(p[i],q[i]);
}
/* switch, early return in callee, break & continue */
static int cls1(int x){
  switch(x%5){
    case 0:return 10;
    case 1:x+=3;
    case 2:return x*2;
    case 3:break;
    default:return -x;
  }int s=x*0;
  for(int i=0;i<x;i++){
    if(i%3==1)continue;
    if(i*i>x)break;
    s+=i;
  }return s;
}
static void cls(const int*p,int*o){
  ripple_block_t B=ripple_set_block_shape(0,32);
  size_t v=ripple_id(B,0);
  for(int k=0;k<2;k++)o[32*k+v]=cls1(p[32*k+v]);
}
/* goto irreducible */
static int irr1(int x){
  int n=0;
  if(x&1)goto b;
  a:n+=x;
  if(n>50)return n;
  b:n+=3;
  if(n%7==3)goto c;
  goto a;
  c:n*=2;
  if(n<40)goto b;
  return n;
}
static void irr(const int*p,int*o){
  ripple_block_t B=ripple_set_block_shape(0,64);
  size_t v=ripple_id(B,0);
  o[v]=irr1(p[v]);
}
/* early return in a function with nested loops */
static int nest1(const int*p,int x){
  for(int i=0;i<4;i++){
    for(int j=0;j<4;j++){
      if(p[(i*4+j)]==x%16)return i*10+j;
      if(j>x%5)break;
    }
  }return -1;
}
static void nest(const int*t,const int*p,int*o){
  ripple_block_t B=ripple_set_block_shape(0,16);
  size_t v=ripple_id(B,0);
  for(int k=0;k<N;k+=16)o[k+v]=nest1(t,p[k+v]);
}
/* strided, reversed, windows, gather */
static void acc(const int*p,int*o){
  ripple_block_t B=ripple_set_block_shape(0,16);
  size_t v=ripple_id(B,0);
 o[v]=p[2*v]+p[63-v]+p[v/2]+p[v^1]+p[(v*7)%16]+p[3*v+1]; }
static void rows(const float*m,float*o,int ld){
  ripple_block_t B=ripple_set_block_shape(0,8,4);
  size_t c=ripple_id(B,0),r=ripple_id(B,1);
  o[c*4+r]=m[r*ld+c];
  o[32+r*8+c]=m[r*ld+c]*2;
}
static void sum2(const float*m,float*a,float*b,float*c){
  ripple_block_t B=ripple_set_block_shape(0,8,6);
  size_t x=ripple_id(B,0),y=ripple_id(B,1);
  float v=m[y*8+x];
  a[x]=ripple_reduceadd(2,v);
  b[y]=ripple_reducemax(1,v);
  *c=ripple_reduceadd(3,v);
}
static void prnt(const int*p){
  ripple_block_t B=ripple_set_block_shape(0,4);
  size_t v=ripple_id(B,0);
  if(p[v]&1)printf("odd %d\n",p[v]);
}
int main(){int bad=0;float cx[N],cy[N];int o[N],p[N],q[N];float fo[N];
for(int i=0;i<N;i++){
  cx[i]=(int)(rnd()%400-250)/100.f;
  cy[i]=(int)(rnd()%300-150)/100.f;
  p[i]=rnd()%100;
  q[i]=rnd()%60;
}
mandel(cx,cy,o,100);
for(int i=0;i<N;i++)if(o[i]!=mandel1(cx[i],cy[i],100)){
  bad++;
  printf("mandel %d %d %d\n",i,o[i],mandel1(cx[i],cy[i],100));
}
 gcds(p,q,o);for(int i=0;i<N;i++)if(o[i]!=gcd1(p[i],q[i])){bad++;printf("gcd %d\n",i);}
 gcds2(p,q,o);for(int i=0;i<N;i++)if(o[i]!=gcd1(p[i],q[i])){bad++;printf("gcd2 %d\n",i);}
cls(p,o);
for(int i=0;i<N;i++)if(o[i]!=cls1(p[i])){
  bad++;
  printf("cls %d: %d -> %d want %d\n",i,p[i],o[i],cls1(p[i]));
}
irr(p,o);
for(int i=0;i<N;i++)if(o[i]!=irr1(p[i])){
  bad++;
  printf("irr %d: %d -> %d want %d\n",i,p[i],o[i],irr1(p[i]));
}
nest(p,q,o);
for(int i=0;i<N;i++)if(o[i]!=nest1(p,q[i])){
  bad++;
  printf("nest %d: %d -> %d want %d\n",i,q[i],o[i],nest1(p,q[i]));
}
acc(p,o);
for(int v=0;v<16;v++){
  int w=p[2*v]+p[63-v]+p[v/2]+p[v^1]+p[(v*7)%16]+p[3*v+1];
  if(o[v]!=w){
    bad++;
    printf("acc %d\n",v);
  }
}
float m[200];
for(int i=0;i<200;i++)m[i]=i;
rows(m,fo,13);
for(int r=0;r<4;r++)for(int c=0;c<8;c++)if(fo[c*4+r]!=m[r*13+c]||fo[32+r*8+c]!=2*m[r*13+c]){
  bad++;
  printf("rows %d %d\n",r,c);
}
float a[8],b[6],c;
sum2(m,a,b,&c);
for(int x=0;x<8;x++){
  float s=0;
  for(int y=0;y<6;y++)s+=m[y*8+x];
  if(s!=a[x]){
    bad++;
    printf("sum %d\n",x);
  }
}for(int y=0;y<6;y++)if(b[y]!=m[y*8+7]){
  bad++;
  printf("max\n");
}if(c!=47*24){
  bad++;
  printf("all %g\n",c);
}
 prnt(p);for(int i=0;i<4;i++)printf("%d ",p[i]);printf("\n%s\n",bad?"FAIL":"PASS");return bad;}
