"use strict";(()=>{function u_(){let i=document.createElement("canvas").getContext("webgl2"),e=i?.getExtension("WEBGL_debug_renderer_info"),t=i?String(i.getParameter(e?e.UNMASKED_RENDERER_WEBGL:i.RENDERER)):"";return i?.getExtension("WEBGL_lose_context")?.loseContext(),/swiftshader|llvmpipe|softpipe|software|basic render/i.test(t)}var $h=/[#&]plain\b/.test(location.hash)||!/[#&]fine\b/.test(location.hash)&&u_();if($h){let i=HTMLCanvasElement.prototype.getContext;HTMLCanvasElement.prototype.getContext=function(e,t){return i.call(this,e,e==="2d"?{...t,willReadFrequently:!0}:t)}}var d_=["break","stick","slip"];function f_(i,e){return[i[1]*e[2]-i[2]*e[1],i[2]*e[0]-i[0]*e[2],i[0]*e[1]-i[1]*e[0]]}var Zh=class{constructor(e,t,n){this.view=e;this.at=t;this.header=n;this.step=e.getUint32(t+4,!0),this.time=e.getFloat64(t+8,!0),this.flags=e.getUint32(t+16,!0),this.contactCount=e.getUint32(t+20,!0)}view;at;header;step;time;flags;contactCount;position(e,t){return this.view.getFloat32(this.at+24+4*(3*e+t),!0)}contactsAt(){let{moving:e,nq:t,nv:n,measured:s}=this.header;return this.at+24+4*(3*e.length+t+n+s)}quaternion(e,t){let n=this.contactsAt()+64*this.contactCount;return this.view.getInt16(n+2*(4*e+t),!0)/32767}qpos(e){return this.view.getFloat32(this.at+24+4*(3*this.header.moving.length+e),!0)}qvel(e){return this.qpos(this.header.nq+e)}sensor(e){return this.qvel(this.header.nv+e)}contact(e){let t=this.view,n=this.contactsAt()+64*e,s=l=>t.getFloat32(n+l,!0),r=l=>t.getInt16(n+l,!0)/32767,o=[r(16),r(18),r(20)],a=[r(22),r(24),r(26)];return{geom1:t.getUint16(n,!0),geom2:t.getUint16(n+2,!0),position:[s(4),s(8),s(12)],normal:o,tangent1:a,tangent2:f_(o,a),gap:s(28),impulse:[s(32),s(36),s(40)],slip:[s(44),s(48)],mu:s(52),feature:t.getInt32(n+56,!0),mode:d_[t.getUint8(n+60)]??"break"}}contacts(){return Array.from({length:this.contactCount},(e,t)=>this.contact(t))}findContact(e){let[t,n,s]=e.split(":").map(Number),r=this.contactsAt();for(let o=0;o<this.contactCount;o++,r+=64)if(this.view.getInt32(r+56,!0)===s&&this.view.getUint16(r,!0)===t&&this.view.getUint16(r+2,!0)===n)return o;return-1}};function Ff(i){return`${i.geom1}:${i.geom2}:${i.feature}`}var Kh=class{constructor(e,t){this.header=e;this.name=t.name,this.method=t.method,this.dt=t.dt,this.tol=t.tol,this.frameStride=t.frame_stride,this.stepStride=t.step_stride,this.marksAll=t.marks_all,this.summary=t.summary}header;frames=[];marks=[];steps={time:[],energy:[],kinetic:[],actuators:[],applied:[],drives:[],contactWork:[],friction:[],dampers:[],limits:[],dryFriction:[],loops:[],unexplained:[],certificate:[],overlap:[],momentum:[],angularMomentum:[],iterations:[],contacts:[],flags:[],status:[]};potentialStart=0;name;method;dt;tol;frameStride;stepStride;marksAll;summary;addFrames(e){let t=new DataView(e.buffer,e.byteOffset,e.byteLength);for(let n=0;n+24<=e.byteLength;){let s=t.getUint32(n,!0);if(s<24||n+s>e.byteLength)throw new Error("a frame is cut off");this.frames.push(new Zh(t,n,this.header)),n+=s}}addSteps(e){let t=new DataView(e.buffer,e.byteOffset,e.byteLength),n=this.steps,s=[n.time,n.energy,n.kinetic,n.actuators,n.applied,n.drives,n.contactWork,n.friction,n.dampers,n.limits,n.dryFriction,n.loops,n.unexplained],r=[n.certificate,n.overlap,n.momentum,n.angularMomentum];for(let o=0;o+128<=e.byteLength;o+=128)n.time.length===0&&(this.potentialStart=t.getFloat64(o+8,!0)-t.getFloat64(o+16,!0)),s.forEach((a,l)=>a.push(t.getFloat64(o+8*l,!0))),r.forEach((a,l)=>a.push(t.getFloat32(o+104+4*l,!0))),n.iterations.push(t.getUint32(o+120,!0)),n.contacts.push(t.getUint16(o+124,!0)),n.flags.push(t.getUint8(o+126)),n.status.push(t.getUint8(o+127))}addMarks(e){let t=new DataView(e.buffer,e.byteOffset,e.byteLength);for(let n=0;n+16<=e.byteLength;n+=16)this.marks.push({time:t.getFloat64(n,!0),geom1:t.getUint16(n+8,!0),geom2:t.getUint16(n+10,!0),kind:t.getUint8(n+12),more:t.getUint32(n+12,!0)>>>8})}get begin(){return this.frames[0]?.time??0}get end(){return this.frames[this.frames.length-1]?.time??0}frameIndex(e){let t=0,n=this.frames.length-1;for(;t<n;){let s=t+n+1>>1;this.frames[s].time<=e+1e-12*Math.abs(e)?t=s:n=s-1}return t}};function Of(i,e){if(i.format!=="rigor scene 2")throw new Error(`this page does not know "${i.format}"`);let t=0,n=c=>{if(t+c>e.byteLength)throw new Error("the data are cut off");return t+=c,e.subarray(t-c,t)},s=c=>n(4*c).slice().buffer,r=i.meshes.map(c=>new Float32Array(s(3*c.vertices))),o=i.meshes.map(c=>new Uint32Array(s(3*c.faces))),a=i.meshes.map(c=>c.seen&&{vertices:new Float32Array(s(3*c.seen.vertices)),faces:new Uint32Array(s(3*c.seen.faces)),uv:c.seen.uv?new Float32Array(s(2*c.seen.vertices)):void 0});t%8!==0&&n(4);let l=i.runs.map(c=>{let h=new Kh(i,c);return h.addFrames(n(c.frame_bytes)),h.addSteps(n(128*c.steps)),h.addMarks(n(16*c.marks)),h});return{header:i,meshes:r.map((c,h)=>({vertices:c,faces:o[h],seen:a[h]})),runs:l}}function el(i){let e=Uint8Array.fromBase64;if(e)return e.call(Uint8Array,i);let t=atob(i),n=new Uint8Array(t.length);for(let s=0;s<t.length;s++)n[s]=t.charCodeAt(s);return n}function Ei(i,e){return i.bodies[e]?.name||(e===0?"world":`body ${e}`)}function Uf(i,e){let t=i.geoms[e];return t?t.name||(t.body===0?`${t.type} ${e}`:`${Ei(i,t.body)} ${t.type}`):`geom ${e}`}function Vo(i,e,t){let n=i.moving.includes(i.geoms[e]?.body??0),[s,r]=n?[e,t]:[t,e];return`${Uf(i,s)} on ${Uf(i,r)}`}var p_=["x","y","z","qw","qx","qy","qz"],m_=["vx","vy","vz","wx","wy","wz"],g_=["qw","qx","qy","qz"],__=["wx","wy","wz"];function Bf(i,e,t){let n=[];return i.joints.forEach((s,r)=>{let o=s.name||`${Ei(i,s.body)} ${s.type}${s.body?"":` ${r}`}`;e(s).forEach((l,c)=>n[t(s)+c]=l?`${o} ${l}`:o)}),n}function tl(i){return Bf(i,e=>e.type==="free"?p_:e.type==="ball"?g_:[""],e=>e.qpos)}function nl(i){return Bf(i,e=>e.type==="free"?m_:e.type==="ball"?__:[""],e=>e.dof)}var Ws={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},Xs={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},Sp=0,Lu=1,Mp=2;var Iu=0,dr=1,Ep=2,fo=3,qs=0,Kn=1,jn=2,fr=0,po=1,Du=2,Nu=3,Uu=4,wp=5;var pr=100,Tp=101,Ap=102,Rp=103,Cp=104,Pp=200,Lp=201,Ip=202,Dp=203,Fu=204,Ou=205,Np=206,Up=207,Fp=208,Op=209,Bp=210,kp=211,zp=212,Hp=213,Vp=214,Cl=0,Pl=1,Ll=2,to=3,Il=4,Dl=5,Nl=6,Ul=7,ac=0,Gp=1,Wp=2,Ki=0,Bu=1,ku=2,zu=3,Hu=4,Vu=5,Gu=6,Wu=7,yu="attached",Xp="detached",Xu=300,mr=301,mo=302,lc=303,cc=304,Ns=1e3,Xi=1001,Fl=1002,Dn=1003,qp=1004;var Aa=1005;var Zn=1006,hc=1007;var gs=1008;var Qn=1009,qu=1010,Yu=1011,go=1012,uc=1013,Li=1014,ci=1015,Ii=1016,dc=1017,fc=1018,gr=1020,$u=35902,Zu=35899,Ku=1021,Ju=1022,xi=1023,ds=1026,_s=1027,pc=1028,mc=1029,Ys=1030,gc=1031;var _c=1033,Ra=33776,Ca=33777,Pa=33778,La=33779,xc=35840,vc=35841,yc=35842,bc=35843,Sc=36196,Mc=37492,Ec=37496,wc=37488,Tc=37489,Ia=37490,Ac=37491,Rc=37808,Cc=37809,Pc=37810,Lc=37811,Ic=37812,Dc=37813,Nc=37814,Uc=37815,Fc=37816,Oc=37817,Bc=37818,kc=37819,zc=37820,Hc=37821,Vc=36492,Gc=36494,Wc=36495,Xc=36283,qc=36284,Da=36285,Yc=36286;var ea=2300,Ol=2301,Al=2302,bu=2303,Su=2400,Mu=2401,Eu=2402;var Yp=3200;var Na=0,$p=1,xs="",Vt="srgb",ta="srgb-linear",na="linear",Ct="srgb";var Rl=7680;var Zp=519,Kp=512,Jp=513,jp=514,ju=515,Qp=516,em=517,Qu=518,ed=519,tm=35044;var td="300 es",_i=2e3,no=2001;function x_(i){for(let e=i.length-1;e>=0;--e)if(i[e]>=65535)return!0;return!1}function v_(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}function ia(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function nm(){let i=ia("canvas");return i.style.display="block",i}var kf={},io=null;function nd(...i){let e="THREE."+i.shift();io?io("log",e,...i):console.log(e,...i)}function im(i){let e=i[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=i[1];t&&t.isStackTrace?i[0]+=" "+t.getLocation():i[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return i}function qe(...i){i=im(i);let e="THREE."+i.shift();if(io)io("warn",e,...i);else{let t=i[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...i)}}function nt(...i){i=im(i);let e="THREE."+i.shift();if(io)io("error",e,...i);else{let t=i[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...i)}}function Jo(...i){let e=i.join(" ");e in kf||(kf[e]=!0,qe(...i))}function sm(i,e,t){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(e,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,t);break;default:n()}}setTimeout(r,t)})}var rm={[Cl]:Cl,[Ll]:Nl,[Il]:Il,[to]:Dl,[Pl]:Pl,[Nl]:Ll,[Ul]:Ul,[Dl]:to},Ri=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n===void 0?!1:n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let s=n[e];if(s!==void 0){let r=s.indexOf(t);r!==-1&&s.splice(r,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,e);e.target=null}}},zn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],zf=1234567,jo=Math.PI/180,ar=180/Math.PI;function _r(){let i=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(zn[i&255]+zn[i>>8&255]+zn[i>>16&255]+zn[i>>24&255]+"-"+zn[e&255]+zn[e>>8&255]+"-"+zn[e>>16&15|64]+zn[e>>24&255]+"-"+zn[t&63|128]+zn[t>>8&255]+"-"+zn[t>>16&255]+zn[t>>24&255]+zn[n&255]+zn[n>>8&255]+zn[n>>16&255]+zn[n>>24&255]).toLowerCase()}function mt(i,e,t){return Math.max(e,Math.min(t,i))}function id(i,e){return(i%e+e)%e}function y_(i,e,t,n,s){return n+(i-e)*(s-n)/(t-e)}function b_(i,e,t){return i!==e?(t-i)/(e-i):0}function Qo(i,e,t){return(1-t)*i+t*e}function S_(i,e,t,n){return Qo(i,e,1-Math.exp(-t*n))}function M_(i,e=1){return e-Math.abs(id(i,e*2)-e)}function E_(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*(3-2*i))}function w_(i,e,t){return i<=e?0:i>=t?1:(i=(i-e)/(t-e),i*i*i*(i*(i*6-15)+10))}function T_(i,e){return i+Math.floor(Math.random()*(e-i+1))}function A_(i,e){return i+Math.random()*(e-i)}function R_(i){return i*(.5-Math.random())}function C_(i){i!==void 0&&(zf=i);let e=zf+=1831565813;return e=Math.imul(e^e>>>15,e|1),e^=e+Math.imul(e^e>>>7,e|61),((e^e>>>14)>>>0)/4294967296}function P_(i){return i*jo}function L_(i){return i*ar}function I_(i){return i>0&&Number.isInteger(i)&&2**Math.round(Math.log2(i))===i}function D_(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function sd(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function N_(i,e,t,n,s){let r=Math.cos,o=Math.sin,a=r(t/2),l=o(t/2),c=r((e+n)/2),h=o((e+n)/2),d=r((e-n)/2),u=o((e-n)/2),f=r((n-e)/2),g=o((n-e)/2);switch(s){case"XYX":i.set(a*h,l*d,l*u,a*c);break;case"YZY":i.set(l*u,a*h,l*d,a*c);break;case"ZXZ":i.set(l*d,l*u,a*h,a*c);break;case"XZX":i.set(a*h,l*g,l*f,a*c);break;case"YXY":i.set(l*f,a*h,l*g,a*c);break;case"ZYZ":i.set(l*g,l*f,a*h,a*c);break;default:qe("MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function rd(i){switch(i.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function om(i,e){if(e.constructor===Float32Array)return i;let t=rd(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(i/t,-1)}function am(i,e){if(e.constructor===Float32Array)return i;let t=rd(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(i*t)}var _o={DEG2RAD:jo,RAD2DEG:ar,generateUUID:_r,clamp:mt,euclideanModulo:id,mapLinear:y_,inverseLerp:b_,lerp:Qo,damp:S_,pingpong:M_,smoothstep:E_,smootherstep:w_,randInt:T_,randFloat:A_,randFloatSpread:R_,seededRandom:C_,degToRad:P_,radToDeg:L_,isPowerOfTwo:I_,ceilPowerOfTwo:D_,floorPowerOfTwo:sd,setQuaternionFromProperEuler:N_,normalize:am,denormalize:om},Ze=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,s=e.elements;return this.x=s[0]*t+s[3]*n+s[6],this.y=s[1]*t+s[4]*n+s[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=mt(this.x,e.x,t.x),this.y=mt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=mt(this.x,e,t),this.y=mt(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(mt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(mt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),s=Math.sin(t),r=this.x-e.x,o=this.y-e.y;return this.x=r*n-o*s+e.x,this.y=r*s+o*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Jt=class{constructor(e=0,t=0,n=0,s=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=s}static slerpFlat(e,t,n,s,r,o,a){let l=n[s+0],c=n[s+1],h=n[s+2],d=n[s+3],u=r[o+0],f=r[o+1],g=r[o+2],v=r[o+3];if(d!==v||l!==u||c!==f||h!==g){let p=l*u+c*f+h*g+d*v;p<0&&(u=-u,f=-f,g=-g,v=-v,p=-p);let m=1-a;if(p<.9995){let y=Math.acos(p),A=Math.sin(y);m=Math.sin(m*y)/A,a=Math.sin(a*y)/A,l=l*m+u*a,c=c*m+f*a,h=h*m+g*a,d=d*m+v*a}else{l=l*m+u*a,c=c*m+f*a,h=h*m+g*a,d=d*m+v*a;let y=1/Math.sqrt(l*l+c*c+h*h+d*d);l*=y,c*=y,h*=y,d*=y}}e[t]=l,e[t+1]=c,e[t+2]=h,e[t+3]=d}static multiplyQuaternionsFlat(e,t,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],h=n[s+3],d=r[o],u=r[o+1],f=r[o+2],g=r[o+3];return e[t]=a*g+h*d+l*f-c*u,e[t+1]=l*g+h*u+c*d-a*f,e[t+2]=c*g+h*f+a*u-l*d,e[t+3]=h*g-a*d-l*u-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,s){return this._x=e,this._y=t,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,s=e._y,r=e._z,o=e._order,a=Math.cos,l=Math.sin,c=a(n/2),h=a(s/2),d=a(r/2),u=l(n/2),f=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=u*h*d+c*f*g,this._y=c*f*d-u*h*g,this._z=c*h*g+u*f*d,this._w=c*h*d-u*f*g;break;case"YXZ":this._x=u*h*d+c*f*g,this._y=c*f*d-u*h*g,this._z=c*h*g-u*f*d,this._w=c*h*d+u*f*g;break;case"ZXY":this._x=u*h*d-c*f*g,this._y=c*f*d+u*h*g,this._z=c*h*g+u*f*d,this._w=c*h*d-u*f*g;break;case"ZYX":this._x=u*h*d-c*f*g,this._y=c*f*d+u*h*g,this._z=c*h*g-u*f*d,this._w=c*h*d+u*f*g;break;case"YZX":this._x=u*h*d+c*f*g,this._y=c*f*d+u*h*g,this._z=c*h*g-u*f*d,this._w=c*h*d-u*f*g;break;case"XZY":this._x=u*h*d-c*f*g,this._y=c*f*d-u*h*g,this._z=c*h*g+u*f*d,this._w=c*h*d+u*f*g;break;default:qe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,s=Math.sin(n);return this._x=e.x*s,this._y=e.y*s,this._z=e.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],s=t[4],r=t[8],o=t[1],a=t[5],l=t[9],c=t[2],h=t[6],d=t[10],u=n+a+d;if(u>0){let f=.5/Math.sqrt(u+1);this._w=.25/f,this._x=(h-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>d){let f=2*Math.sqrt(1+n-a-d);this._w=(h-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>d){let f=2*Math.sqrt(1+a-n-d);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+h)/f}else{let f=2*Math.sqrt(1+d-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(mt(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let s=Math.min(1,t/n);return this.slerp(e,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=t._x,l=t._y,c=t._z,h=t._w;return this._x=n*h+o*a+s*c-r*l,this._y=s*h+o*l+r*a-n*c,this._z=r*h+o*c+n*l-s*a,this._w=o*h-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,s=e._y,r=e._z,o=e._w,a=this.dot(e);a<0&&(n=-n,s=-s,r=-r,o=-o,a=-a);let l=1-t;if(a<.9995){let c=Math.acos(a),h=Math.sin(c);l=Math.sin(l*c)/h,t=Math.sin(t*c)/h,this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this._onChangeCallback()}else this._x=this._x*l+n*t,this._y=this._y*l+s*t,this._z=this._z*l+r*t,this._w=this._w*l+o*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(e),s*Math.cos(e),r*Math.sin(t),r*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},B=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(Hf.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(Hf.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6]*s,this.y=r[1]*t+r[4]*n+r[7]*s,this.z=r[2]*t+r[5]*n+r[8]*s,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=e.elements,o=1/(r[3]*t+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*t+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*t+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*t+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(e){let t=this.x,n=this.y,s=this.z,r=e.x,o=e.y,a=e.z,l=e.w,c=2*(o*s-a*n),h=2*(a*t-r*s),d=2*(r*n-o*t);return this.x=t+l*c+o*d-a*h,this.y=n+l*h+a*c-r*d,this.z=s+l*d+r*h-o*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,s=this.z,r=e.elements;return this.x=r[0]*t+r[4]*n+r[8]*s,this.y=r[1]*t+r[5]*n+r[9]*s,this.z=r[2]*t+r[6]*n+r[10]*s,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=mt(this.x,e.x,t.x),this.y=mt(this.y,e.y,t.y),this.z=mt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=mt(this.x,e,t),this.y=mt(this.y,e,t),this.z=mt(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(mt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,s=e.y,r=e.z,o=t.x,a=t.y,l=t.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return Jh.copy(this).projectOnVector(e),this.sub(Jh)}reflect(e){return this.sub(Jh.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(mt(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,s=this.z-e.z;return t*t+n*n+s*s}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let s=Math.sin(t)*e;return this.x=s*Math.sin(n),this.y=Math.cos(t)*e,this.z=s*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),s=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=s,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Jh=new B,Hf=new Jt,it=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,s,r,o,a,l,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c)}set(e,t,n,s,r,o,a,l,c){let h=this.elements;return h[0]=e,h[1]=s,h[2]=a,h[3]=t,h[4]=r,h[5]=l,h[6]=n,h[7]=o,h[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],h=n[4],d=n[7],u=n[2],f=n[5],g=n[8],v=s[0],p=s[3],m=s[6],y=s[1],A=s[4],S=s[7],R=s[2],T=s[5],_=s[8];return r[0]=o*v+a*y+l*R,r[3]=o*p+a*A+l*T,r[6]=o*m+a*S+l*_,r[1]=c*v+h*y+d*R,r[4]=c*p+h*A+d*T,r[7]=c*m+h*S+d*_,r[2]=u*v+f*y+g*R,r[5]=u*p+f*A+g*T,r[8]=u*m+f*S+g*_,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8];return t*o*h-t*a*c-n*r*h+n*a*l+s*r*c-s*o*l}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],d=h*o-a*c,u=a*l-h*r,f=c*r-o*l,g=t*d+n*u+s*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let v=1/g;return e[0]=d*v,e[1]=(s*c-h*n)*v,e[2]=(a*n-s*o)*v,e[3]=u*v,e[4]=(h*t-s*l)*v,e[5]=(s*r-a*t)*v,e[6]=f*v,e[7]=(n*l-c*t)*v,e[8]=(o*t-n*r)*v,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+e,-s*c,s*l,-s*(-c*o+l*a)+a+t,0,0,1),this}scale(e,t){return Jo("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(jh.makeScale(e,t)),this}rotate(e){return Jo("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(jh.makeRotation(-e)),this}translate(e,t){return Jo("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(jh.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<9;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},jh=new it,Vf=new it().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Gf=new it().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function U_(){let i={enabled:!0,workingColorSpace:ta,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Ct&&(s.r=us(s.r),s.g=us(s.g),s.b=us(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Ct&&(s.r=eo(s.r),s.g=eo(s.g),s.b=eo(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===xs?na:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[o].fromXYZ).multiply(this.spaces[r].toXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[ta]:{primaries:e,whitePoint:n,transfer:na,toXYZ:Vf,fromXYZ:Gf,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:Vt},outputColorSpaceConfig:{drawingBufferColorSpace:Vt}},[Vt]:{primaries:e,whitePoint:n,transfer:Ct,toXYZ:Vf,fromXYZ:Gf,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:Vt}}}),i}var vt=U_();function us(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function eo(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var zr,Bl=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{zr===void 0&&(zr=ia("canvas")),zr.width=e.width,zr.height=e.height;let s=zr.getContext("2d");e instanceof ImageData?s.putImageData(e,0,0):s.drawImage(e,0,0,e.width,e.height),n=zr}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=ia("canvas");t.width=e.width,t.height=e.height;let n=t.getContext("2d");n.drawImage(e,0,0,e.width,e.height);let s=n.getImageData(0,0,e.width,e.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=us(r[o]/255)*255;return n.putImageData(s,0,0),t}else if(e.data){let t=e.data.slice(0);for(let n=0;n<t.length;n++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[n]=Math.floor(us(t[n]/255)*255):t[n]=us(t[n]);return{data:t,width:e.width,height:e.height}}else return qe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},F_=0,so=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:F_++}),this.uuid=_r(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Qh(s[o].image)):r.push(Qh(s[o]))}else r=Qh(s);n.url=r}return t||(e.images[this.uuid]=n),n}};function Qh(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?Bl.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(qe("Texture: Unable to serialize Texture."),{})}var O_=0,eu=new B,On=class i extends Ri{constructor(e=i.DEFAULT_IMAGE,t=i.DEFAULT_MAPPING,n=Xi,s=Xi,r=Zn,o=gs,a=xi,l=Qn,c=i.DEFAULT_ANISOTROPY,h=xs){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:O_++}),this.uuid=_r(),this.name="",this.source=new so(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new Ze(0,0),this.repeat=new Ze(1,1),this.center=new Ze(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new it,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(eu).x}get height(){return this.source.getSize(eu).y}get depth(){return this.source.getSize(eu).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){qe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Texture.setValues(): property '${t}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Xu)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Ns:e.x=e.x-Math.floor(e.x);break;case Xi:e.x=e.x<0?0:1;break;case Fl:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Ns:e.y=e.y-Math.floor(e.y);break;case Xi:e.y=e.y<0?0:1;break;case Fl:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};On.DEFAULT_IMAGE=null;On.DEFAULT_MAPPING=Xu;On.DEFAULT_ANISOTROPY=1;var Nt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,s=1){this.x=e,this.y=t,this.z=n,this.w=s}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,s){return this.x=e,this.y=t,this.z=n,this.w=s,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,s=this.z,r=this.w,o=e.elements;return this.x=o[0]*t+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*t+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*t+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*t+o[7]*n+o[11]*s+o[15]*r,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,s,r,l=e.elements,c=l[0],h=l[4],d=l[8],u=l[1],f=l[5],g=l[9],v=l[2],p=l[6],m=l[10];if(Math.abs(h-u)<.01&&Math.abs(d-v)<.01&&Math.abs(g-p)<.01){if(Math.abs(h+u)<.1&&Math.abs(d+v)<.1&&Math.abs(g+p)<.1&&Math.abs(c+f+m-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let A=(c+1)/2,S=(f+1)/2,R=(m+1)/2,T=(h+u)/4,_=(d+v)/4,w=(g+p)/4;return A>S&&A>R?A<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(A),s=T/n,r=_/n):S>R?S<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(S),n=T/s,r=w/s):R<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(R),n=_/r,s=w/r),this.set(n,s,r,t),this}let y=Math.sqrt((p-g)*(p-g)+(d-v)*(d-v)+(u-h)*(u-h));return Math.abs(y)<.001&&(y=1),this.x=(p-g)/y,this.y=(d-v)/y,this.z=(u-h)/y,this.w=Math.acos((c+f+m-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=mt(this.x,e.x,t.x),this.y=mt(this.y,e.y,t.y),this.z=mt(this.z,e.z,t.z),this.w=mt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=mt(this.x,e,t),this.y=mt(this.y,e,t),this.z=mt(this.z,e,t),this.w=mt(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(mt(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},kl=class extends Ri{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:Zn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Nt(0,0,e,t),this.scissorTest=!1,this.viewport=new Nt(0,0,e,t),this.textures=[];let s=n.count;for(let r=0;r<s;r++)this.textures[r]=new On({width:e,height:t,depth:n.depth}),this.textures[r].isRenderTargetTexture=!0,this.textures[r].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:Zn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=e,this.textures[s].image.height=t,this.textures[s].image.depth=n,this.textures[s].isData3DTexture!==!0&&(this.textures[s].isArrayTexture=this.textures[s].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let s=Object.assign({},e.textures[t].image);this.textures[t].source=new so(s)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},ai=class extends kl{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},sa=class extends On{constructor(e=null,t=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Dn,this.minFilter=Dn,this.wrapR=Xi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var zl=class extends On{constructor(e=null,t=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:s},this.magFilter=Dn,this.minFilter=Dn,this.wrapR=Xi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var rt=class i{static{this.prototype.isMatrix4=!0}constructor(e,t,n,s,r,o,a,l,c,h,d,u,f,g,v,p){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,s,r,o,a,l,c,h,d,u,f,g,v,p)}set(e,t,n,s,r,o,a,l,c,h,d,u,f,g,v,p){let m=this.elements;return m[0]=e,m[4]=t,m[8]=n,m[12]=s,m[1]=r,m[5]=o,m[9]=a,m[13]=l,m[2]=c,m[6]=h,m[10]=d,m[14]=u,m[3]=f,m[7]=g,m[11]=v,m[15]=p,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,s=1/Hr.setFromMatrixColumn(e,0).length(),r=1/Hr.setFromMatrixColumn(e,1).length(),o=1/Hr.setFromMatrixColumn(e,2).length();return t[0]=n[0]*s,t[1]=n[1]*s,t[2]=n[2]*s,t[3]=0,t[4]=n[4]*r,t[5]=n[5]*r,t[6]=n[6]*r,t[7]=0,t[8]=n[8]*o,t[9]=n[9]*o,t[10]=n[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,s=e.y,r=e.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),h=Math.cos(r),d=Math.sin(r);if(e.order==="XYZ"){let u=o*h,f=o*d,g=a*h,v=a*d;t[0]=l*h,t[4]=-l*d,t[8]=c,t[1]=f+g*c,t[5]=u-v*c,t[9]=-a*l,t[2]=v-u*c,t[6]=g+f*c,t[10]=o*l}else if(e.order==="YXZ"){let u=l*h,f=l*d,g=c*h,v=c*d;t[0]=u+v*a,t[4]=g*a-f,t[8]=o*c,t[1]=o*d,t[5]=o*h,t[9]=-a,t[2]=f*a-g,t[6]=v+u*a,t[10]=o*l}else if(e.order==="ZXY"){let u=l*h,f=l*d,g=c*h,v=c*d;t[0]=u-v*a,t[4]=-o*d,t[8]=g+f*a,t[1]=f+g*a,t[5]=o*h,t[9]=v-u*a,t[2]=-o*c,t[6]=a,t[10]=o*l}else if(e.order==="ZYX"){let u=o*h,f=o*d,g=a*h,v=a*d;t[0]=l*h,t[4]=g*c-f,t[8]=u*c+v,t[1]=l*d,t[5]=v*c+u,t[9]=f*c-g,t[2]=-c,t[6]=a*l,t[10]=o*l}else if(e.order==="YZX"){let u=o*l,f=o*c,g=a*l,v=a*c;t[0]=l*h,t[4]=v-u*d,t[8]=g*d+f,t[1]=d,t[5]=o*h,t[9]=-a*h,t[2]=-c*h,t[6]=f*d+g,t[10]=u-v*d}else if(e.order==="XZY"){let u=o*l,f=o*c,g=a*l,v=a*c;t[0]=l*h,t[4]=-d,t[8]=c*h,t[1]=u*d+v,t[5]=o*h,t[9]=f*d-g,t[2]=g*d-f,t[6]=a*h,t[10]=v*d+u}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(B_,e,k_)}lookAt(e,t,n){let s=this.elements;return ri.subVectors(e,t),ri.lengthSq()===0&&(ri.z=1),ri.normalize(),Rs.crossVectors(n,ri),Rs.lengthSq()===0&&(Math.abs(n.z)===1?ri.x+=1e-4:ri.z+=1e-4,ri.normalize(),Rs.crossVectors(n,ri)),Rs.normalize(),il.crossVectors(ri,Rs),s[0]=Rs.x,s[4]=il.x,s[8]=ri.x,s[1]=Rs.y,s[5]=il.y,s[9]=ri.y,s[2]=Rs.z,s[6]=il.z,s[10]=ri.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,s=t.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],h=n[1],d=n[5],u=n[9],f=n[13],g=n[2],v=n[6],p=n[10],m=n[14],y=n[3],A=n[7],S=n[11],R=n[15],T=s[0],_=s[4],w=s[8],O=s[12],L=s[1],I=s[5],k=s[9],H=s[13],D=s[2],V=s[6],q=s[10],W=s[14],ce=s[3],$=s[7],K=s[11],ee=s[15];return r[0]=o*T+a*L+l*D+c*ce,r[4]=o*_+a*I+l*V+c*$,r[8]=o*w+a*k+l*q+c*K,r[12]=o*O+a*H+l*W+c*ee,r[1]=h*T+d*L+u*D+f*ce,r[5]=h*_+d*I+u*V+f*$,r[9]=h*w+d*k+u*q+f*K,r[13]=h*O+d*H+u*W+f*ee,r[2]=g*T+v*L+p*D+m*ce,r[6]=g*_+v*I+p*V+m*$,r[10]=g*w+v*k+p*q+m*K,r[14]=g*O+v*H+p*W+m*ee,r[3]=y*T+A*L+S*D+R*ce,r[7]=y*_+A*I+S*V+R*$,r[11]=y*w+A*k+S*q+R*K,r[15]=y*O+A*H+S*W+R*ee,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[12],o=e[1],a=e[5],l=e[9],c=e[13],h=e[2],d=e[6],u=e[10],f=e[14],g=e[3],v=e[7],p=e[11],m=e[15],y=l*f-c*u,A=a*f-c*d,S=a*u-l*d,R=o*f-c*h,T=o*u-l*h,_=o*d-a*h;return t*(v*y-p*A+m*S)-n*(g*y-p*R+m*T)+s*(g*A-v*R+m*_)-r*(g*S-v*T+p*_)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],s=e[8],r=e[1],o=e[5],a=e[9],l=e[2],c=e[6],h=e[10];return t*(o*h-a*c)-n*(r*h-a*l)+s*(r*c-o*l)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let s=this.elements;return e.isVector3?(s[12]=e.x,s[13]=e.y,s[14]=e.z):(s[12]=e,s[13]=t,s[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],s=e[2],r=e[3],o=e[4],a=e[5],l=e[6],c=e[7],h=e[8],d=e[9],u=e[10],f=e[11],g=e[12],v=e[13],p=e[14],m=e[15],y=t*a-n*o,A=t*l-s*o,S=t*c-r*o,R=n*l-s*a,T=n*c-r*a,_=s*c-r*l,w=h*v-d*g,O=h*p-u*g,L=h*m-f*g,I=d*p-u*v,k=d*m-f*v,H=u*m-f*p,D=y*H-A*k+S*I+R*L-T*O+_*w;if(D===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let V=1/D;return e[0]=(a*H-l*k+c*I)*V,e[1]=(s*k-n*H-r*I)*V,e[2]=(v*_-p*T+m*R)*V,e[3]=(u*T-d*_-f*R)*V,e[4]=(l*L-o*H-c*O)*V,e[5]=(t*H-s*L+r*O)*V,e[6]=(p*S-g*_-m*A)*V,e[7]=(h*_-u*S+f*A)*V,e[8]=(o*k-a*L+c*w)*V,e[9]=(n*L-t*k-r*w)*V,e[10]=(g*T-v*S+m*y)*V,e[11]=(d*S-h*T-f*y)*V,e[12]=(a*O-o*I-l*w)*V,e[13]=(t*I-n*O+s*w)*V,e[14]=(v*A-g*R-p*y)*V,e[15]=(h*R-d*A+u*y)*V,this}scale(e){let t=this.elements,n=e.x,s=e.y,r=e.z;return t[0]*=n,t[4]*=s,t[8]*=r,t[1]*=n,t[5]*=s,t[9]*=r,t[2]*=n,t[6]*=s,t[10]*=r,t[3]*=n,t[7]*=s,t[11]*=r,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],s=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,s))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),s=Math.sin(t),r=1-n,o=e.x,a=e.y,l=e.z,c=r*o,h=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,h*a+n,h*l-s*o,0,c*l-s*a,h*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,s,r,o){return this.set(1,n,r,0,e,1,o,0,t,s,1,0,0,0,0,1),this}compose(e,t,n){let s=this.elements,r=t._x,o=t._y,a=t._z,l=t._w,c=r+r,h=o+o,d=a+a,u=r*c,f=r*h,g=r*d,v=o*h,p=o*d,m=a*d,y=l*c,A=l*h,S=l*d,R=n.x,T=n.y,_=n.z;return s[0]=(1-(v+m))*R,s[1]=(f+S)*R,s[2]=(g-A)*R,s[3]=0,s[4]=(f-S)*T,s[5]=(1-(u+m))*T,s[6]=(p+y)*T,s[7]=0,s[8]=(g+A)*_,s[9]=(p-y)*_,s[10]=(1-(u+v))*_,s[11]=0,s[12]=e.x,s[13]=e.y,s[14]=e.z,s[15]=1,this}decompose(e,t,n){let s=this.elements;e.x=s[12],e.y=s[13],e.z=s[14];let r=this.determinantAffine();if(r===0)return n.set(1,1,1),t.identity(),this;let o=Hr.set(s[0],s[1],s[2]).length(),a=Hr.set(s[4],s[5],s[6]).length(),l=Hr.set(s[8],s[9],s[10]).length();r<0&&(o=-o),wi.copy(this);let c=1/o,h=1/a,d=1/l;return wi.elements[0]*=c,wi.elements[1]*=c,wi.elements[2]*=c,wi.elements[4]*=h,wi.elements[5]*=h,wi.elements[6]*=h,wi.elements[8]*=d,wi.elements[9]*=d,wi.elements[10]*=d,t.setFromRotationMatrix(wi),n.x=o,n.y=a,n.z=l,this}makePerspective(e,t,n,s,r,o,a=_i,l=!1){let c=this.elements,h=2*r/(t-e),d=2*r/(n-s),u=(t+e)/(t-e),f=(n+s)/(n-s),g,v;if(l)g=r/(o-r),v=o*r/(o-r);else if(a===_i)g=-(o+r)/(o-r),v=-2*o*r/(o-r);else if(a===no)g=-o/(o-r),v=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=u,c[12]=0,c[1]=0,c[5]=d,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,s,r,o,a=_i,l=!1){let c=this.elements,h=2/(t-e),d=2/(n-s),u=-(t+e)/(t-e),f=-(n+s)/(n-s),g,v;if(l)g=1/(o-r),v=o/(o-r);else if(a===_i)g=-2/(o-r),v=-(o+r)/(o-r);else if(a===no)g=-1/(o-r),v=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=h,c[4]=0,c[8]=0,c[12]=u,c[1]=0,c[5]=d,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=g,c[14]=v,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let s=0;s<16;s++)if(t[s]!==n[s])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},Hr=new B,wi=new rt,B_=new B(0,0,0),k_=new B(1,1,1),Rs=new B,il=new B,ri=new B,Wf=new rt,Xf=new Jt,qi=class i{constructor(e=0,t=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=n,this._order=s}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,s=this._order){return this._x=e,this._y=t,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let s=e.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],h=s[9],d=s[2],u=s[6],f=s[10];switch(t){case"XYZ":this._y=Math.asin(mt(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(u,c),this._z=0);break;case"YXZ":this._x=Math.asin(-mt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-d,r),this._z=0);break;case"ZXY":this._x=Math.asin(mt(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(-d,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-mt(d,-1,1)),Math.abs(d)<.9999999?(this._x=Math.atan2(u,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(mt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,c),this._y=Math.atan2(-d,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-mt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(u,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-h,f),this._y=0);break;default:qe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return Wf.makeRotationFromQuaternion(e),this.setFromRotationMatrix(Wf,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return Xf.setFromEuler(this),this.setFromQuaternion(Xf,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};qi.DEFAULT_ORDER="XYZ";var ro=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},z_=0,qf=new B,Vr=new Jt,os=new rt,sl=new B,Go=new B,H_=new B,V_=new Jt,Yf=new B(1,0,0),$f=new B(0,1,0),Zf=new B(0,0,1),Kf={type:"added"},G_={type:"removed"},Gr={type:"childadded",child:null},tu={type:"childremoved",child:null},mn=class i extends Ri{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:z_++}),this.uuid=_r(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let e=new B,t=new qi,n=new Jt,s=new B(1,1,1);function r(){n.setFromEuler(t,!1)}function o(){t.setFromQuaternion(n,void 0,!1)}t._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new rt},normalMatrix:{value:new it}}),this.matrix=new rt,this.matrixWorld=new rt,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new ro,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Vr.setFromAxisAngle(e,t),this.quaternion.multiply(Vr),this}rotateOnWorldAxis(e,t){return Vr.setFromAxisAngle(e,t),this.quaternion.premultiply(Vr),this}rotateX(e){return this.rotateOnAxis(Yf,e)}rotateY(e){return this.rotateOnAxis($f,e)}rotateZ(e){return this.rotateOnAxis(Zf,e)}translateOnAxis(e,t){return qf.copy(e).applyQuaternion(this.quaternion),this.position.add(qf.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Yf,e)}translateY(e){return this.translateOnAxis($f,e)}translateZ(e){return this.translateOnAxis(Zf,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(os.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?sl.copy(e):sl.set(e,t,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Go.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?os.lookAt(Go,sl,this.up):os.lookAt(sl,Go,this.up),this.quaternion.setFromRotationMatrix(os),s&&(os.extractRotation(s.matrixWorld),Vr.setFromRotationMatrix(os),this.quaternion.premultiply(Vr.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(nt("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Kf),Gr.child=e,this.dispatchEvent(Gr),Gr.child=null):nt("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(G_),tu.child=e,this.dispatchEvent(tu),tu.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),os.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),os.multiply(e.parent.matrixWorld)),e.applyMatrix4(os),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Kf),Gr.child=e,this.dispatchEvent(Gr),Gr.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Go,e,H_),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Go,V_,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,s=e.z,r=this.matrix.elements;r[12]+=t-r[0]*t-r[4]*n-r[8]*s,r[13]+=n-r[1]*t-r[5]*n-r[9]*s,r[14]+=s-r[2]*t-r[6]*n-r[10]*s}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,s=t.length;n<s;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let s=this.parent;if(e===!0&&s!==null&&s.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let r=this.children;for(let o=0,a=r.length;o<a;o++)r[o].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e=="string",n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,s.name=this.name,s.castShadow=this.castShadow,s.receiveShadow=this.receiveShadow,s.visible=this.visible,s.frustumCulled=this.frustumCulled,s.renderOrder=this.renderOrder,s.static=this.static,s.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.pivot!==null&&(s.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(s.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(s.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(e),s.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(e)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(e.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,h=l.length;c<h;c++){let d=l[c];r(e.shapes,d)}else r(e.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(e.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(e.materials,this.material[l]));s.material=a}else s.material=r(e.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(e).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(e.animations,l))}}if(t){let a=o(e.geometries),l=o(e.materials),c=o(e.textures),h=o(e.images),d=o(e.shapes),u=o(e.skeletons),f=o(e.animations),g=o(e.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),h.length>0&&(n.images=h),d.length>0&&(n.shapes=d),u.length>0&&(n.skeletons=u),f.length>0&&(n.animations=f),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let l=[];for(let c in a){let h=a[c];delete h.metadata,l.push(h)}return l}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let n=0;n<e.children.length;n++){let s=e.children[n];this.add(s.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};mn.DEFAULT_UP=new B(0,1,0);mn.DEFAULT_MATRIX_AUTO_UPDATE=!0;mn.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var bn=class extends mn{constructor(){super(),this.isGroup=!0,this.type="Group"}},W_={type:"move"},oo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new bn,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new bn,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new B,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new B),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new bn,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new B,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new B,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(c&&e.hand){o=!0;for(let v of e.hand.values()){let p=t.getJointPose(v,n),m=this._getHandJoint(c,v);p!==null&&(m.matrix.fromArray(p.transform.matrix),m.matrix.decompose(m.position,m.quaternion,m.scale),m.matrixWorldNeedsUpdate=!0,m.jointRadius=p.radius),m.visible=p!==null}let h=c.joints["index-finger-tip"],d=c.joints["thumb-tip"],u=h.position.distanceTo(d.position),f=.02,g=.005;c.inputState.pinching&&u>f+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!c.inputState.pinching&&u<=f-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else l!==null&&e.gripSpace&&(r=t.getPose(e.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,l.eventsEnabled&&l.dispatchEvent({type:"gripUpdated",data:e,target:this})));a!==null&&(s=t.getPose(e.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.quaternion,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(W_)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new bn;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},lm={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Cs={h:0,s:0,l:0},rl={h:0,s:0,l:0};function nu(i,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?i+(e-i)*6*t:t<1/2?e:t<2/3?i+(e-i)*6*(2/3-t):i}var We=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let s=e;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Vt){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,vt.colorSpaceToWorking(this,t),this}setRGB(e,t,n,s=vt.workingColorSpace){return this.r=e,this.g=t,this.b=n,vt.colorSpaceToWorking(this,s),this}setHSL(e,t,n,s=vt.workingColorSpace){if(e=id(e,1),t=mt(t,0,1),n=mt(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,o=2*n-r;this.r=nu(o,r,e+1/3),this.g=nu(o,r,e),this.b=nu(o,r,e-1/3)}return vt.colorSpaceToWorking(this,s),this}setStyle(e,t=Vt){function n(r){r!==void 0&&parseFloat(r)<1&&qe("Color: Alpha component of "+e+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(e)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,t);if(r=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseFloat(r[1]))/100,Math.min(100,parseFloat(r[2]))/100,Math.min(100,parseFloat(r[3]))/100,t);break;case"hsl":case"hsla":if(r=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,t);break;default:qe("Color: Unknown color model "+e)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(e)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(r,16),t);qe("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Vt){let n=lm[e.toLowerCase()];return n!==void 0?this.setHex(n,t):qe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=us(e.r),this.g=us(e.g),this.b=us(e.b),this}copyLinearToSRGB(e){return this.r=eo(e.r),this.g=eo(e.g),this.b=eo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Vt){return vt.workingToColorSpace(Hn.copy(this),e),Math.round(mt(Hn.r*255,0,255))*65536+Math.round(mt(Hn.g*255,0,255))*256+Math.round(mt(Hn.b*255,0,255))}getHexString(e=Vt){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=vt.workingColorSpace){vt.workingToColorSpace(Hn.copy(this),t);let n=Hn.r,s=Hn.g,r=Hn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,h=(a+o)/2;if(a===o)l=0,c=0;else{let d=o-a;switch(c=h<=.5?d/(o+a):d/(2-o-a),o){case n:l=(s-r)/d+(s<r?6:0);break;case s:l=(r-n)/d+2;break;case r:l=(n-s)/d+4;break}l/=6}return e.h=l,e.s=c,e.l=h,e}getRGB(e,t=vt.workingColorSpace){return vt.workingToColorSpace(Hn.copy(this),t),e.r=Hn.r,e.g=Hn.g,e.b=Hn.b,e}getStyle(e=Vt){vt.workingToColorSpace(Hn.copy(this),e);let t=Hn.r,n=Hn.g,s=Hn.b;return e!==Vt?`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(e,t,n){return this.getHSL(Cs),this.setHSL(Cs.h+e,Cs.s+t,Cs.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Cs),e.getHSL(rl);let n=Qo(Cs.h,rl.h,t),s=Qo(Cs.s,rl.s,t),r=Qo(Cs.l,rl.l,t);return this.setHSL(n,s,r),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,s=this.b,r=e.elements;return this.r=r[0]*t+r[3]*n+r[6]*s,this.g=r[1]*t+r[4]*n+r[7]*s,this.b=r[2]*t+r[5]*n+r[8]*s,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},Hn=new We;We.NAMES=lm;var ra=class i{constructor(e,t=1,n=1e3){this.isFog=!0,this.name="",this.color=new We(e),this.near=t,this.far=n}clone(){return new i(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},oa=class extends mn{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new qi,this.environmentIntensity=1,this.environmentRotation=new qi,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ti=new B,as=new B,iu=new B,ls=new B,Wr=new B,Xr=new B,Jf=new B,su=new B,ru=new B,ou=new B,au=new Nt,lu=new Nt,cu=new Nt,Ds=class i{constructor(e=new B,t=new B,n=new B){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,s){s.subVectors(n,t),Ti.subVectors(e,t),s.cross(Ti);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(e,t,n,s,r){Ti.subVectors(s,t),as.subVectors(n,t),iu.subVectors(e,t);let o=Ti.dot(Ti),a=Ti.dot(as),l=Ti.dot(iu),c=as.dot(as),h=as.dot(iu),d=o*c-a*a;if(d===0)return r.set(0,0,0),null;let u=1/d,f=(c*l-a*h)*u,g=(o*h-a*l)*u;return r.set(1-f-g,g,f)}static containsPoint(e,t,n,s){return this.getBarycoord(e,t,n,s,ls)===null?!1:ls.x>=0&&ls.y>=0&&ls.x+ls.y<=1}static getInterpolation(e,t,n,s,r,o,a,l){return this.getBarycoord(e,t,n,s,ls)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,ls.x),l.addScaledVector(o,ls.y),l.addScaledVector(a,ls.z),l)}static getInterpolatedAttribute(e,t,n,s,r,o){return au.setScalar(0),lu.setScalar(0),cu.setScalar(0),au.fromBufferAttribute(e,t),lu.fromBufferAttribute(e,n),cu.fromBufferAttribute(e,s),o.setScalar(0),o.addScaledVector(au,r.x),o.addScaledVector(lu,r.y),o.addScaledVector(cu,r.z),o}static isFrontFacing(e,t,n,s){return Ti.subVectors(n,t),as.subVectors(e,t),Ti.cross(as).dot(s)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,s){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[s]),this}setFromAttributeAndIndices(e,t,n,s){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,s),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ti.subVectors(this.c,this.b),as.subVectors(this.a,this.b),Ti.cross(as).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return i.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return i.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,n,s,r){return i.getInterpolation(e,this.a,this.b,this.c,t,n,s,r)}containsPoint(e){return i.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return i.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,s=this.b,r=this.c,o,a;Wr.subVectors(s,n),Xr.subVectors(r,n),su.subVectors(e,n);let l=Wr.dot(su),c=Xr.dot(su);if(l<=0&&c<=0)return t.copy(n);ru.subVectors(e,s);let h=Wr.dot(ru),d=Xr.dot(ru);if(h>=0&&d<=h)return t.copy(s);let u=l*d-h*c;if(u<=0&&l>=0&&h<=0&&l-h>0)return o=l/(l-h),t.copy(n).addScaledVector(Wr,o);ou.subVectors(e,r);let f=Wr.dot(ou),g=Xr.dot(ou);if(g>=0&&f<=g)return t.copy(r);let v=f*c-l*g;if(v<=0&&c>=0&&g<=0)return a=c/(c-g),t.copy(n).addScaledVector(Xr,a);let p=h*g-f*d;if(p<=0&&d-h>=0&&f-g>=0)return Jf.subVectors(r,s),a=(d-h)/(d-h+(f-g)),t.copy(s).addScaledVector(Jf,a);let m=1/(p+v+u);return o=v*m,a=u*m,t.copy(n).addScaledVector(Wr,o).addScaledVector(Xr,a)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Nn=class{constructor(e=new B(1/0,1/0,1/0),t=new B(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Ai.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Ai.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Ai.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute("position");if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,a=r.count;o<a;o++)e.isMesh===!0?e.getVertexPosition(o,Ai):Ai.fromBufferAttribute(r,o),Ai.applyMatrix4(e.matrixWorld),this.expandByPoint(Ai);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),ol.copy(e.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),ol.copy(n.boundingBox)),ol.applyMatrix4(e.matrixWorld),this.union(ol)}let s=e.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Ai),Ai.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(Wo),al.subVectors(this.max,Wo),qr.subVectors(e.a,Wo),Yr.subVectors(e.b,Wo),$r.subVectors(e.c,Wo),Ps.subVectors(Yr,qr),Ls.subVectors($r,Yr),ir.subVectors(qr,$r);let t=[0,-Ps.z,Ps.y,0,-Ls.z,Ls.y,0,-ir.z,ir.y,Ps.z,0,-Ps.x,Ls.z,0,-Ls.x,ir.z,0,-ir.x,-Ps.y,Ps.x,0,-Ls.y,Ls.x,0,-ir.y,ir.x,0];return!hu(t,qr,Yr,$r,al)||(t=[1,0,0,0,1,0,0,0,1],!hu(t,qr,Yr,$r,al))?!1:(ll.crossVectors(Ps,Ls),t=[ll.x,ll.y,ll.z],hu(t,qr,Yr,$r,al))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Ai).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Ai).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(cs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),cs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),cs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),cs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),cs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),cs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),cs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),cs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(cs),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},cs=[new B,new B,new B,new B,new B,new B,new B,new B],Ai=new B,ol=new Nn,qr=new B,Yr=new B,$r=new B,Ps=new B,Ls=new B,ir=new B,Wo=new B,al=new B,ll=new B,sr=new B;function hu(i,e,t,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){sr.fromArray(i,r);let a=s.x*Math.abs(sr.x)+s.y*Math.abs(sr.y)+s.z*Math.abs(sr.z),l=e.dot(sr),c=t.dot(sr),h=n.dot(sr);if(Math.max(-Math.max(l,c,h),Math.min(l,c,h))>a)return!1}return!0}var pn=new B,cl=new Ze,X_=0,on=class extends Ri{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:X_++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=n,this.usage=tm,this.updateRanges=[],this.gpuType=ci,this.version=0,this._normalizationScale=e!==void 0?rd(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[e+s]=t.array[n+s];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)cl.fromBufferAttribute(this,t),cl.applyMatrix3(e),this.setXY(t,cl.x,cl.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyMatrix3(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyMatrix4(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.applyNormalMatrix(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)pn.fromBufferAttribute(this,t),pn.transformDirection(e),this.setXYZ(t,pn.x,pn.y,pn.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this}setXYZW(e,t,n,s,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),s=this._normalize(s),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=s,this.array[e+3]=r,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):om(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):am(e,this.array)}};var aa=class extends on{constructor(e,t,n){super(new Uint16Array(e),t,n)}};var la=class extends on{constructor(e,t,n){super(new Uint32Array(e),t,n)}};var Tt=class extends on{constructor(e,t,n){super(new Float32Array(e),t,n)}},q_=new Nn,Xo=new B,uu=new B,Ci=class{constructor(e=new B,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t!==void 0?n.copy(t):q_.setFromPoints(e).getCenter(n);let s=0;for(let r=0,o=e.length;r<o;r++)s=Math.max(s,n.distanceToSquared(e[r]));return this.radius=Math.sqrt(s),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Xo.subVectors(e,this.center);let t=Xo.lengthSq();if(t>this.radius*this.radius){let n=Math.sqrt(t),s=(n-this.radius)*.5;this.center.addScaledVector(Xo,s/n),this.radius+=s}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(uu.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Xo.copy(e.center).add(uu)),this.expandByPoint(Xo.copy(e.center).sub(uu))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Y_=0,gi=new rt,du=new mn,Zr=new B,oi=new Nn,qo=new Nn,In=new B,gn=class i extends Ri{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Y_++}),this.uuid=_r(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(x_(e)?la:aa)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new it().getNormalMatrix(e);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(e),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return gi.makeRotationFromQuaternion(e),this.applyMatrix4(gi),this}rotateX(e){return gi.makeRotationX(e),this.applyMatrix4(gi),this}rotateY(e){return gi.makeRotationY(e),this.applyMatrix4(gi),this}rotateZ(e){return gi.makeRotationZ(e),this.applyMatrix4(gi),this}translate(e,t,n){return gi.makeTranslation(e,t,n),this.applyMatrix4(gi),this}scale(e,t,n){return gi.makeScale(e,t,n),this.applyMatrix4(gi),this}lookAt(e){return du.lookAt(e),du.updateMatrix(),this.applyMatrix4(du.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Zr).negate(),this.translate(Zr.x,Zr.y,Zr.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let n=[];for(let s=0,r=e.length;s<r;s++){let o=e[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new Tt(n,3))}else{let n=Math.min(e.length,t.count);for(let s=0;s<n;s++){let r=e[s];t.setXYZ(s,r.x,r.y,r.z||0)}e.length>t.count&&qe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Nn);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){nt("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new B(-1/0,-1/0,-1/0),new B(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let n=0,s=t.length;n<s;n++){let r=t[n];oi.setFromBufferAttribute(r),this.morphTargetsRelative?(In.addVectors(this.boundingBox.min,oi.min),this.boundingBox.expandByPoint(In),In.addVectors(this.boundingBox.max,oi.max),this.boundingBox.expandByPoint(In)):(this.boundingBox.expandByPoint(oi.min),this.boundingBox.expandByPoint(oi.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&nt('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new Ci);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){nt("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new B,1/0);return}if(e){let n=this.boundingSphere.center;if(oi.setFromBufferAttribute(e),t)for(let r=0,o=t.length;r<o;r++){let a=t[r];qo.setFromBufferAttribute(a),this.morphTargetsRelative?(In.addVectors(oi.min,qo.min),oi.expandByPoint(In),In.addVectors(oi.max,qo.max),oi.expandByPoint(In)):(oi.expandByPoint(qo.min),oi.expandByPoint(qo.max))}oi.getCenter(n);let s=0;for(let r=0,o=e.count;r<o;r++)In.fromBufferAttribute(e,r),s=Math.max(s,n.distanceToSquared(In));if(t)for(let r=0,o=t.length;r<o;r++){let a=t[r],l=this.morphTargetsRelative;for(let c=0,h=a.count;c<h;c++)In.fromBufferAttribute(a,c),l&&(Zr.fromBufferAttribute(e,c),In.add(Zr)),s=Math.max(s,n.distanceToSquared(In))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&nt('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){nt("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=t.position,s=t.normal,r=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==n.count)&&(o=new on(new Float32Array(4*n.count),4),this.setAttribute("tangent",o));let a=[],l=[],c=new Uint8Array(n.count);for(let O=0;O<n.count;O++)a[O]=new B,l[O]=new B;let h=new B,d=new B,u=new B,f=new Ze,g=new Ze,v=new Ze,p=new B,m=new B;function y(O,L,I){c[O]=c[L]=c[I]=1,h.fromBufferAttribute(n,O),d.fromBufferAttribute(n,L),u.fromBufferAttribute(n,I),f.fromBufferAttribute(r,O),g.fromBufferAttribute(r,L),v.fromBufferAttribute(r,I),d.sub(h),u.sub(h),g.sub(f),v.sub(f);let k=1/(g.x*v.y-v.x*g.y);isFinite(k)&&(p.copy(d).multiplyScalar(v.y).addScaledVector(u,-g.y).multiplyScalar(k),m.copy(u).multiplyScalar(g.x).addScaledVector(d,-v.x).multiplyScalar(k),a[O].add(p),a[L].add(p),a[I].add(p),l[O].add(m),l[L].add(m),l[I].add(m))}let A=this.groups;A.length===0&&(A=[{start:0,count:e.count}]);for(let O=0,L=A.length;O<L;++O){let I=A[O],k=I.start,H=I.count;for(let D=k,V=k+H;D<V;D+=3)y(e.getX(D+0),e.getX(D+1),e.getX(D+2))}let S=new B,R=new B,T=new B,_=new B;function w(O){T.fromBufferAttribute(s,O),_.copy(T);let L=a[O];S.copy(L),S.sub(T.multiplyScalar(T.dot(L))).normalize(),R.crossVectors(_,L);let k=R.dot(l[O])<0?-1:1;o.setXYZW(O,S.x,S.y,S.z,k)}for(let O=0,L=n.count;O<L;++O)c[O]&&w(O);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let n=this.getAttribute("normal");if(n===void 0||n.count!==t.count)n=new on(new Float32Array(t.count*3),3),this.setAttribute("normal",n);else for(let u=0,f=n.count;u<f;u++)n.setXYZ(u,0,0,0);let s=new B,r=new B,o=new B,a=new B,l=new B,c=new B,h=new B,d=new B;if(e)for(let u=0,f=e.count;u<f;u+=3){let g=e.getX(u+0),v=e.getX(u+1),p=e.getX(u+2);s.fromBufferAttribute(t,g),r.fromBufferAttribute(t,v),o.fromBufferAttribute(t,p),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,v),c.fromBufferAttribute(n,p),a.add(h),l.add(h),c.add(h),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(v,l.x,l.y,l.z),n.setXYZ(p,c.x,c.y,c.z)}else for(let u=0,f=t.count;u<f;u+=3)s.fromBufferAttribute(t,u+0),r.fromBufferAttribute(t,u+1),o.fromBufferAttribute(t,u+2),h.subVectors(o,r),d.subVectors(s,r),h.cross(d),n.setXYZ(u+0,h.x,h.y,h.z),n.setXYZ(u+1,h.x,h.y,h.z),n.setXYZ(u+2,h.x,h.y,h.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)In.fromBufferAttribute(e,t),In.normalize(),e.setXYZ(t,In.x,In.y,In.z)}toNonIndexed(){function e(a,l){let c=a.array,h=a.itemSize,d=a.normalized,u=new c.constructor(l.length*h),f=0,g=0;for(let v=0,p=l.length;v<p;v++){a.isInterleavedBufferAttribute?f=l[v]*a.data.stride+a.offset:f=l[v]*h;for(let m=0;m<h;m++)u[g++]=c[f++]}return new on(u,h,d)}if(this.index===null)return qe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=e(l,n);t.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let h=0,d=c.length;h<d;h++){let u=c[h],f=e(u,n);l.push(f)}t.morphAttributes[a]=l}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];t.addGroup(c.start,c.count,c.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(e[c]=l[c]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let l in n){let c=n[l];e.data.attributes[l]=c.toJSON(e.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],h=[];for(let d=0,u=c.length;d<u;d++){let f=c[d];h.push(f.toJSON(e.data))}h.length>0&&(s[l]=h,r=!0)}r&&(e.data.morphAttributes=s,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(e.data.boundingSphere=a.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let s=e.attributes;for(let c in s){let h=s[c];this.setAttribute(c,h.clone(t))}let r=e.morphAttributes;for(let c in r){let h=[],d=r[c];for(let u=0,f=d.length;u<f;u++)h.push(d[u].clone(t));this.morphAttributes[c]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let c=0,h=o.length;c<h;c++){let d=o[c];this.addGroup(d.start,d.count,d.materialIndex)}let a=e.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=e.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var fu=new B,$_=new B,Z_=new it,$n=class{constructor(e=new B(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,s){return this.normal.set(e,t,n),this.constant=s,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let s=fu.subVectors(n,t).cross($_.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(s,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let s=e.delta(fu),r=this.normal.dot(s);if(r===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/r;return n===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(s,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||Z_.getNormalMatrix(e),s=this.coplanarPoint(fu).applyMatrix4(e),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},K_=0,Yi=class extends Ri{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:K_++}),this.uuid=_r(),this.name="",this.type="Material",this.blending=po,this.side=qs,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Fu,this.blendDst=Ou,this.blendEquation=pr,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new We(0,0,0),this.blendAlpha=0,this.depthFunc=to,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Zp,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Rl,this.stencilZFail=Rl,this.stencilZPass=Rl,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){qe(`Material: parameter '${t}' has value of undefined.`);continue}let s=this[t];if(s===void 0){qe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector2&&n&&n.isVector2||s&&s.isEuler&&n&&n.isEuler||s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(r=>r.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(t){let r=s(e.textures),o=s(e.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new We().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(n=>new $n().fromJSON(n))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let n=e.normalScale;Array.isArray(n)===!1&&(n=[n,n]),this.normalScale=new Ze().fromArray(n)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new Ze().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let s=t.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var hs=new B,pu=new B,hl=new B,ul=new B,fs=class{constructor(e=new B,t=new B(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,hs)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=hs.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(hs.copy(this.origin).addScaledVector(this.direction,t),hs.distanceToSquared(e))}distanceSqToSegment(e,t,n,s){pu.copy(e).add(t).multiplyScalar(.5),hl.copy(t).sub(e).normalize(),ul.copy(this.origin).sub(pu);let r=e.distanceTo(t)*.5,o=-this.direction.dot(hl),a=ul.dot(this.direction),l=-ul.dot(hl),c=ul.lengthSq(),h=Math.abs(1-o*o),d,u,f,g;if(h>0)if(d=o*l-a,u=o*a-l,g=r*h,d>=0)if(u>=-g)if(u<=g){let v=1/h;d*=v,u*=v,f=d*(d+o*u+2*a)+u*(o*d+u+2*l)+c}else u=r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*l)+c;else u=-r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*l)+c;else u<=-g?(d=Math.max(0,-(-o*r+a)),u=d>0?-r:Math.min(Math.max(-r,-l),r),f=-d*d+u*(u+2*l)+c):u<=g?(d=0,u=Math.min(Math.max(-r,-l),r),f=u*(u+2*l)+c):(d=Math.max(0,-(o*r+a)),u=d>0?r:Math.min(Math.max(-r,-l),r),f=-d*d+u*(u+2*l)+c);else u=o>0?-r:r,d=Math.max(0,-(o*u+a)),f=-d*d+u*(u+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,d),s&&s.copy(pu).addScaledVector(hl,u),f}intersectSphere(e,t){if(e.radius<0)return null;hs.subVectors(e.center,this.origin);let n=hs.dot(this.direction),s=hs.dot(hs)-n*n,r=e.radius*e.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,t):this.at(a,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,s,r,o,a,l,c=1/this.direction.x,h=1/this.direction.y,d=1/this.direction.z,u=this.origin;return c>=0?(n=(e.min.x-u.x)*c,s=(e.max.x-u.x)*c):(n=(e.max.x-u.x)*c,s=(e.min.x-u.x)*c),h>=0?(r=(e.min.y-u.y)*h,o=(e.max.y-u.y)*h):(r=(e.max.y-u.y)*h,o=(e.min.y-u.y)*h),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),d>=0?(a=(e.min.z-u.z)*d,l=(e.max.z-u.z)*d):(a=(e.max.z-u.z)*d,l=(e.min.z-u.z)*d),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,t)}intersectsBox(e){return this.intersectBox(e,hs)!==null}intersectTriangle(e,t,n,s,r){let o=this.origin,a=this.direction,l=a.x,c=a.y,h=a.z,d=e.x-o.x,u=e.y-o.y,f=e.z-o.z,g=t.x-o.x,v=t.y-o.y,p=t.z-o.z,m=n.x-o.x,y=n.y-o.y,A=n.z-o.z,S=Math.abs(l),R=Math.abs(c),T=Math.abs(h),_,w,O,L,I,k,H,D,V,q,W,ce;if(S>=R&&S>=T?(O=l,k=d,V=g,ce=m,l>=0?(_=c,w=h,L=u,I=f,H=v,D=p,q=y,W=A):(_=h,w=c,L=f,I=u,H=p,D=v,q=A,W=y)):R>=T?(O=c,k=u,V=v,ce=y,c>=0?(_=h,w=l,L=f,I=d,H=p,D=g,q=A,W=m):(_=l,w=h,L=d,I=f,H=g,D=p,q=m,W=A)):(O=h,k=f,V=p,ce=A,h>=0?(_=l,w=c,L=d,I=u,H=g,D=v,q=m,W=y):(_=c,w=l,L=u,I=d,H=v,D=g,q=y,W=m)),O===0)return null;let $=_/O,K=w/O,ee=1/O,le=L-$*k,te=I-K*k,j=H-$*V,de=D-K*V,me=q-$*ce,_e=W-K*ce,xe=me*de-_e*j,Ve=le*_e-te*me,Qe=j*te-de*le;if(s){if(xe<0||Ve<0||Qe<0)return null}else if((xe<0||Ve<0||Qe<0)&&(xe>0||Ve>0||Qe>0))return null;let Oe=xe+Ve+Qe;if(Oe===0)return null;let ht=ee*(xe*k+Ve*V+Qe*ce);return(Oe>0?ht<0:ht>0)?null:this.at(ht/Oe,r)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},ps=class extends Yi{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new We(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new qi,this.combine=ac,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},jf=new rt,rr=new fs,dl=new Ci,Qf=new B,fl=new B,pl=new B,ml=new B,mu=new B,gl=new B,ep=new B,_l=new B,an=class extends mn{constructor(e=new gn,t=new ps){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(e,t){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;t.fromBufferAttribute(s,e);let a=this.morphTargetInfluences;if(r&&a){gl.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let h=a[l],d=r[l];h!==0&&(mu.fromBufferAttribute(d,e),o?gl.addScaledVector(mu,h):gl.addScaledVector(mu.sub(t),h))}t.add(gl)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),dl.copy(n.boundingSphere),dl.applyMatrix4(r),rr.copy(e.ray).recast(e.near),!(dl.containsPoint(rr.origin)===!1&&(rr.intersectSphere(dl,Qf)===null||rr.origin.distanceToSquared(Qf)>(e.far-e.near)**2))&&(jf.copy(r).invert(),rr.copy(e.ray).applyMatrix4(jf),!(n.boundingBox!==null&&rr.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(e,t,rr)))}_computeIntersections(e,t,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,h=r.attributes.uv1,d=r.attributes.normal,u=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let p=u[g],m=o[p.materialIndex],y=Math.max(p.start,f.start),A=Math.min(a.count,Math.min(p.start+p.count,f.start+f.count));for(let S=y,R=A;S<R;S+=3){let T=a.getX(S),_=a.getX(S+1),w=a.getX(S+2);s=xl(this,m,e,n,c,h,d,T,_,w),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=p.materialIndex,t.push(s))}}else{let g=Math.max(0,f.start),v=Math.min(a.count,f.start+f.count);for(let p=g,m=v;p<m;p+=3){let y=a.getX(p),A=a.getX(p+1),S=a.getX(p+2);s=xl(this,o,e,n,c,h,d,y,A,S),s&&(s.faceIndex=Math.floor(p/3),t.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,v=u.length;g<v;g++){let p=u[g],m=o[p.materialIndex],y=Math.max(p.start,f.start),A=Math.min(l.count,Math.min(p.start+p.count,f.start+f.count));for(let S=y,R=A;S<R;S+=3){let T=S,_=S+1,w=S+2;s=xl(this,m,e,n,c,h,d,T,_,w),s&&(s.faceIndex=Math.floor(S/3),s.face.materialIndex=p.materialIndex,t.push(s))}}else{let g=Math.max(0,f.start),v=Math.min(l.count,f.start+f.count);for(let p=g,m=v;p<m;p+=3){let y=p,A=p+1,S=p+2;s=xl(this,o,e,n,c,h,d,y,A,S),s&&(s.faceIndex=Math.floor(p/3),t.push(s))}}}};function J_(i,e,t,n,s,r,o,a){let l;if(e.side===Kn?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,e.side===qs,a),l===null)return null;_l.copy(a),_l.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(_l);return c<t.near||c>t.far?null:{distance:c,point:_l.clone(),object:i}}function xl(i,e,t,n,s,r,o,a,l,c){i.getVertexPosition(a,fl),i.getVertexPosition(l,pl),i.getVertexPosition(c,ml);let h=J_(i,e,t,n,fl,pl,ml,ep);if(h){let d=new B;Ds.getBarycoord(ep,fl,pl,ml,d),s&&(h.uv=Ds.getInterpolatedAttribute(s,a,l,c,d,new Ze)),r&&(h.uv1=Ds.getInterpolatedAttribute(r,a,l,c,d,new Ze)),o&&(h.normal=Ds.getInterpolatedAttribute(o,a,l,c,d,new B),h.normal.dot(n.direction)>0&&h.normal.multiplyScalar(-1));let u={a,b:l,c,normal:new B,materialIndex:0};Ds.getNormal(fl,pl,ml,u.normal),h.face=u,h.barycoord=d}return h}var Yo=new Nt,tp=new Nt,np=new Nt,j_=new Nt,ip=new rt,vl=new B,gu=new Ci,sp=new rt,_u=new fs,ca=class extends an{constructor(e,t){super(e,t),this.isSkinnedMesh=!0,this.type="SkinnedMesh",this.bindMode=yu,this.bindMatrix=new rt,this.bindMatrixInverse=new rt,this.boundingBox=null,this.boundingSphere=null}computeBoundingBox(){let e=this.geometry;this.boundingBox===null&&(this.boundingBox=new Nn),this.boundingBox.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,vl),this.boundingBox.expandByPoint(vl)}computeBoundingSphere(){let e=this.geometry;this.boundingSphere===null&&(this.boundingSphere=new Ci),this.boundingSphere.makeEmpty();let t=e.getAttribute("position");for(let n=0;n<t.count;n++)this.getVertexPosition(n,vl),this.boundingSphere.expandByPoint(vl)}copy(e,t){return super.copy(e,t),this.bindMode=e.bindMode,this.bindMatrix.copy(e.bindMatrix),this.bindMatrixInverse.copy(e.bindMatrixInverse),this.skeleton=e.skeleton,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}raycast(e,t){let n=this.material,s=this.matrixWorld;n!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),gu.copy(this.boundingSphere),gu.applyMatrix4(s),e.ray.intersectsSphere(gu)!==!1&&(sp.copy(s).invert(),_u.copy(e.ray).applyMatrix4(sp),!(this.boundingBox!==null&&_u.intersectsBox(this.boundingBox)===!1)&&this._computeIntersections(e,t,_u)))}getVertexPosition(e,t){return super.getVertexPosition(e,t),this.applyBoneTransform(e,t),t}bind(e,t){this.skeleton=e,t===void 0&&(this.updateMatrixWorld(!0),this.skeleton.calculateInverses(),t=this.matrixWorld),this.bindMatrix.copy(t),this.bindMatrixInverse.copy(t).invert()}pose(){this.skeleton.pose()}normalizeSkinWeights(){let e=new Nt,t=this.geometry.attributes.skinWeight;for(let n=0,s=t.count;n<s;n++){e.fromBufferAttribute(t,n);let r=1/e.manhattanLength();r!==1/0?e.multiplyScalar(r):e.set(1,0,0,0),t.setXYZW(n,e.x,e.y,e.z,e.w)}}updateMatrixWorld(e){super.updateMatrixWorld(e),this.bindMode===yu?this.bindMatrixInverse.copy(this.matrixWorld).invert():this.bindMode===Xp?this.bindMatrixInverse.copy(this.bindMatrix).invert():qe("SkinnedMesh: Unrecognized bindMode: "+this.bindMode)}applyBoneTransform(e,t){let n=this.skeleton,s=this.geometry;tp.fromBufferAttribute(s.attributes.skinIndex,e),np.fromBufferAttribute(s.attributes.skinWeight,e),t.isVector4?(Yo.copy(t),t.set(0,0,0,0)):(Yo.set(t.x,t.y,t.z,1),t.set(0,0,0)),Yo.applyMatrix4(this.bindMatrix);for(let r=0;r<4;r++){let o=np.getComponent(r);if(o!==0){let a=tp.getComponent(r);ip.multiplyMatrices(n.bones[a].matrixWorld,n.boneInverses[a]),t.addScaledVector(j_.copy(Yo).applyMatrix4(ip),o)}}return t.isVector4&&(t.w=Yo.w),t.applyMatrix4(this.bindMatrixInverse)}},Hl=class extends mn{constructor(){super(),this.isBone=!0,this.type="Bone"}},ao=class extends On{constructor(e=null,t=1,n=1,s,r,o,a,l,c=Dn,h=Dn,d,u){super(null,o,a,l,c,h,s,r,d,u),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},rp=new rt,Q_=new rt,ha=class i{constructor(e=[],t=[]){this.uuid=_r(),this.bones=e.slice(0),this.boneInverses=t,this.boneMatrices=null,this.previousBoneMatrices=null,this.boneTexture=null,this.previousBoneTexture=null,this.init()}init(){let e=this.bones,t=this.boneInverses;if(this.boneMatrices=new Float32Array(e.length*16),t.length===0)this.calculateInverses();else if(e.length!==t.length){qe("Skeleton: Number of inverse bone matrices does not match amount of bones."),this.boneInverses=[];for(let n=0,s=this.bones.length;n<s;n++)this.boneInverses.push(new rt)}}calculateInverses(){this.boneInverses.length=0;for(let e=0,t=this.bones.length;e<t;e++){let n=new rt;this.bones[e]&&n.copy(this.bones[e].matrixWorld).invert(),this.boneInverses.push(n)}}pose(){for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&n.matrixWorld.copy(this.boneInverses[e]).invert()}for(let e=0,t=this.bones.length;e<t;e++){let n=this.bones[e];n&&(n.parent&&n.parent.isBone?(n.matrix.copy(n.parent.matrixWorld).invert(),n.matrix.multiply(n.matrixWorld)):n.matrix.copy(n.matrixWorld),n.matrix.decompose(n.position,n.quaternion,n.scale))}}update(){let e=this.bones,t=this.boneInverses,n=this.boneMatrices,s=this.boneTexture;for(let r=0,o=e.length;r<o;r++){let a=e[r]?e[r].matrixWorld:Q_;rp.multiplyMatrices(a,t[r]),rp.toArray(n,r*16)}s!==null&&(s.needsUpdate=!0)}clone(){return new i(this.bones,this.boneInverses)}computeBoneTexture(){let e=Math.sqrt(this.bones.length*4);e=Math.ceil(e/4)*4,e=Math.max(e,4);let t=new Float32Array(e*e*4);t.set(this.boneMatrices);let n=new ao(t,e,e,xi,ci);return n.needsUpdate=!0,this.boneMatrices=t,this.boneTexture=n,this}getBoneByName(e){for(let t=0,n=this.bones.length;t<n;t++){let s=this.bones[t];if(s.name===e)return s}}dispose(){this.boneTexture!==null&&(this.boneTexture.dispose(),this.boneTexture=null),this.previousBoneTexture!==null&&(this.previousBoneTexture.dispose(),this.previousBoneTexture=null)}fromJSON(e,t){this.uuid=e.uuid;for(let n=0,s=e.bones.length;n<s;n++){let r=e.bones[n],o=t[r];o===void 0&&(qe("Skeleton: No bone found with UUID:",r),o=new Hl),this.bones.push(o),this.boneInverses.push(new rt().fromArray(e.boneInverses[n]))}return this.init(),this}toJSON(){let e={metadata:{version:4.7,type:"Skeleton",generator:"Skeleton.toJSON"},bones:[],boneInverses:[]};e.uuid=this.uuid;let t=this.bones,n=this.boneInverses;for(let s=0,r=t.length;s<r;s++){let o=t[s];e.bones.push(o.uuid);let a=n[s];e.boneInverses.push(a.toArray())}return e}},ua=class extends on{constructor(e,t,n,s=1){super(e,t,n),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=s}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}},Kr=new rt,op=new rt,yl=[],ap=new Nn,ex=new rt,$o=new an,Zo=new Ci,lr=class extends an{constructor(e,t,n){super(e,t),this.isInstancedMesh=!0,this.instanceMatrix=new ua(new Float32Array(n*16),16),this.instanceColor=null,this.morphTexture=null,this.count=n,this.boundingBox=null,this.boundingSphere=null;for(let s=0;s<n;s++)this.setMatrixAt(s,ex)}computeBoundingBox(){let e=this.geometry,t=this.count;this.boundingBox===null&&(this.boundingBox=new Nn),e.boundingBox===null&&e.computeBoundingBox(),this.boundingBox.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,Kr),ap.copy(e.boundingBox).applyMatrix4(Kr),this.boundingBox.union(ap)}computeBoundingSphere(){let e=this.geometry,t=this.count;this.boundingSphere===null&&(this.boundingSphere=new Ci),e.boundingSphere===null&&e.computeBoundingSphere(),this.boundingSphere.makeEmpty();for(let n=0;n<t;n++)this.getMatrixAt(n,Kr),Zo.copy(e.boundingSphere).applyMatrix4(Kr),this.boundingSphere.union(Zo)}copy(e,t){return super.copy(e,t),this.instanceMatrix.copy(e.instanceMatrix),this.morphTexture=e.morphTexture!==null?e.morphTexture.clone():null,this.instanceColor=e.instanceColor!==null?e.instanceColor.clone():null,this.count=e.count,this.boundingBox=e.boundingBox!==null?e.boundingBox.clone():null,this.boundingSphere=e.boundingSphere!==null?e.boundingSphere.clone():null,this}getColorAt(e,t){return this.instanceColor===null?t.setRGB(1,1,1):t.fromArray(this.instanceColor.array,e*3)}getMatrixAt(e,t){return t.fromArray(this.instanceMatrix.array,e*16)}getMorphAt(e,t){let n=t.morphTargetInfluences,s=this.morphTexture.source.data.data,r=n.length+1,o=e*r+1;for(let a=0;a<n.length;a++)n[a]=s[o+a]}raycast(e,t){let n=this.matrixWorld,s=this.count;if($o.geometry=this.geometry,$o.material=this.material,$o.material!==void 0&&(this.boundingSphere===null&&this.computeBoundingSphere(),Zo.copy(this.boundingSphere),Zo.applyMatrix4(n),e.ray.intersectsSphere(Zo)!==!1))for(let r=0;r<s;r++){this.getMatrixAt(r,Kr),op.multiplyMatrices(n,Kr),$o.matrixWorld=op,$o.raycast(e,yl);for(let o=0,a=yl.length;o<a;o++){let l=yl[o];l.instanceId=r,l.object=this,t.push(l)}yl.length=0}}setColorAt(e,t){return this.instanceColor===null&&(this.instanceColor=new ua(new Float32Array(this.instanceMatrix.count*3).fill(1),3)),t.toArray(this.instanceColor.array,e*3),this}setMatrixAt(e,t){return t.toArray(this.instanceMatrix.array,e*16),this}setMorphAt(e,t){let n=t.morphTargetInfluences,s=n.length+1;this.morphTexture===null&&(this.morphTexture=new ao(new Float32Array(s*this.count),s,this.count,pc,ci));let r=this.morphTexture.source.data.data,o=0;for(let c=0;c<n.length;c++)o+=n[c];let a=this.geometry.morphTargetsRelative?1:1-o,l=s*e;return r[l]=a,r.set(n,l+1),this}updateMorphTargets(){}dispose(){super.dispose(),this.instanceMatrix.dispose(),this.instanceColor!==null&&this.instanceColor.dispose(),this.morphTexture!==null&&(this.morphTexture.dispose(),this.morphTexture=null)}},or=new Ci,tx=new Ze(.5,.5),bl=new B,Us=class{constructor(e=new $n,t=new $n,n=new $n,s=new $n,r=new $n,o=new $n){this.planes=[e,t,n,s,r,o]}set(e,t,n,s,r,o){let a=this.planes;return a[0].copy(e),a[1].copy(t),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=_i,n=!1){let s=this.planes,r=e.elements,o=r[0],a=r[1],l=r[2],c=r[3],h=r[4],d=r[5],u=r[6],f=r[7],g=r[8],v=r[9],p=r[10],m=r[11],y=r[12],A=r[13],S=r[14],R=r[15];if(s[0].setComponents(c-o,f-h,m-g,R-y).normalize(),s[1].setComponents(c+o,f+h,m+g,R+y).normalize(),s[2].setComponents(c+a,f+d,m+v,R+A).normalize(),s[3].setComponents(c-a,f-d,m-v,R-A).normalize(),n)s[4].setComponents(l,u,p,S).normalize(),s[5].setComponents(c-l,f-u,m-p,R-S).normalize();else if(s[4].setComponents(c-l,f-u,m-p,R-S).normalize(),t===_i)s[5].setComponents(c+l,f+u,m+p,R+S).normalize();else if(t===no)s[5].setComponents(l,u,p,S).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),or.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),or.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(or)}intersectsSprite(e){or.center.set(0,0,0);let t=tx.distanceTo(e.center);return or.radius=.7071067811865476+t,or.applyMatrix4(e.matrixWorld),this.intersectsSphere(or)}intersectsSphere(e){let t=this.planes,n=e.center,s=-e.radius;for(let r=0;r<6;r++)if(t[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let s=t[n];if(bl.x=s.normal.x>0?e.max.x:e.min.x,bl.y=s.normal.y>0?e.max.y:e.min.y,bl.z=s.normal.z>0?e.max.z:e.min.z,s.distanceToPoint(bl)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},lp=new rt,Vl=class i{constructor(){this.coordinateSystem=_i,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let s=0;s<t.length;s++){let r=t[s];lp.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[s]===void 0&&(n[s]=new Us),n[s].setFromProjectionMatrix(lp,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let s=0;s<e._count;s++)t[s]===void 0&&(t[s]=new Us),t[s].copy(n[s]);return this._count=e._count,this}clone(){return new i().copy(this)}};var da=class extends Yi{constructor(e){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new We(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},Gl=new B,Wl=new B,cp=new rt,Ko=new fs,Sl=new Ci,xu=new B,hp=new B,Xl=class extends mn{constructor(e=new gn,t=new da){super(),this.isLine=!0,this.type="Line",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let s=1,r=t.count;s<r;s++)Gl.fromBufferAttribute(t,s-1),Wl.fromBufferAttribute(t,s),n[s]=n[s-1],n[s]+=Gl.distanceTo(Wl);e.setAttribute("lineDistance",new Tt(n,1))}else qe("Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,s=this.matrixWorld,r=e.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),Sl.copy(n.boundingSphere),Sl.applyMatrix4(s),Sl.radius+=r,e.ray.intersectsSphere(Sl)===!1)return;cp.copy(s).invert(),Ko.copy(e.ray).applyMatrix4(cp);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,h=n.index,u=n.attributes.position;if(h!==null){let f=Math.max(0,o.start),g=Math.min(h.count,o.start+o.count);for(let v=f,p=g-1;v<p;v+=c){let m=h.getX(v),y=h.getX(v+1),A=Ml(this,e,Ko,l,m,y,v);A&&t.push(A)}if(this.isLineLoop){let v=h.getX(g-1),p=h.getX(f),m=Ml(this,e,Ko,l,v,p,g-1);m&&t.push(m)}}else{let f=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let v=f,p=g-1;v<p;v+=c){let m=Ml(this,e,Ko,l,v,v+1,v);m&&t.push(m)}if(this.isLineLoop){let v=Ml(this,e,Ko,l,g-1,f,g-1);v&&t.push(v)}}}updateMorphTargets(){let t=this.geometry.morphAttributes,n=Object.keys(t);if(n.length>0){let s=t[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function Ml(i,e,t,n,s,r,o){let a=i.geometry.attributes.position;if(Gl.fromBufferAttribute(a,s),Wl.fromBufferAttribute(a,r),t.distanceSqToSegment(Gl,Wl,xu,hp)>n)return;xu.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(xu);if(!(c<e.near||c>e.far))return{distance:c,point:hp.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var up=new B,dp=new B,ql=class extends Xl{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let s=0,r=t.count;s<r;s+=2)up.fromBufferAttribute(t,s),dp.fromBufferAttribute(t,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+up.distanceTo(dp);e.setAttribute("lineDistance",new Tt(n,1))}else qe("LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var fa=class extends On{constructor(e=[],t=mr,n,s,r,o,a,l,c,h){super(e,t,n,s,r,o,a,l,c,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},Fs=class extends On{constructor(e,t,n,s,r,o,a,l,c){super(e,t,n,s,r,o,a,l,c),this.isCanvasTexture=!0,this.needsUpdate=!0}};var ms=class extends On{constructor(e,t,n=Li,s,r,o,a=Dn,l=Dn,c,h=ds,d=1){if(h!==ds&&h!==_s)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let u={width:e,height:t,depth:d};super(u,s,r,o,a,l,h,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new so(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},pa=class extends ms{constructor(e,t=Li,n=mr,s,r,o=Dn,a=Dn,l,c=ds){let h={width:e,height:e,depth:1},d=[h,h,h,h,h,h];super(e,e,t,n,s,r,o,a,l,c),this.image=d,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},ma=class extends On{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Os=class i extends gn{constructor(e=1,t=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],h=[],d=[],u=0,f=0;g("z","y","x",-1,-1,n,t,e,o,r,0),g("z","y","x",1,-1,n,t,-e,o,r,1),g("x","z","y",1,1,e,n,t,s,o,2),g("x","z","y",1,-1,e,n,-t,s,o,3),g("x","y","z",1,-1,e,t,n,s,r,4),g("x","y","z",-1,-1,e,t,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new Tt(c,3)),this.setAttribute("normal",new Tt(h,3)),this.setAttribute("uv",new Tt(d,2));function g(v,p,m,y,A,S,R,T,_,w,O){let L=S/_,I=R/w,k=S/2,H=R/2,D=T/2,V=_+1,q=w+1,W=0,ce=0,$=new B;for(let K=0;K<q;K++){let ee=K*I-H;for(let le=0;le<V;le++){let te=le*L-k;$[v]=te*y,$[p]=ee*A,$[m]=D,c.push($.x,$.y,$.z),$[v]=0,$[p]=0,$[m]=T>0?1:-1,h.push($.x,$.y,$.z),d.push(le/_),d.push(1-K/w),W+=1}}for(let K=0;K<w;K++)for(let ee=0;ee<_;ee++){let le=u+ee+V*K,te=u+ee+V*(K+1),j=u+(ee+1)+V*(K+1),de=u+(ee+1)+V*K;l.push(le,te,de),l.push(te,j,de),ce+=6}a.addGroup(f,ce,O),f+=ce,u+=W}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}},ga=class i extends gn{constructor(e=1,t=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:e,height:t,capSegments:n,radialSegments:s,heightSegments:r},t=Math.max(0,t),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],h=t/2,d=Math.PI/2*e,u=t,f=2*d+u,g=n*2+r,v=s+1,p=new B,m=new B;for(let y=0;y<=g;y++){let A=0,S=0,R=0,T=0;if(y<=n){let O=y/n,L=O*Math.PI/2;S=-h-e*Math.cos(L),R=e*Math.sin(L),T=-e*Math.cos(L),A=O*d}else if(y<=n+r){let O=(y-n)/r;S=-h+O*t,R=e,T=0,A=d+O*u}else{let O=(y-n-r)/n,L=O*Math.PI/2;S=h+e*Math.sin(L),R=e*Math.cos(L),T=e*Math.sin(L),A=d+u+O*d}let _=Math.max(0,Math.min(1,A/f)),w=0;y===0?w=.5/s:y===g&&(w=-.5/s);for(let O=0;O<=s;O++){let L=O/s,I=L*Math.PI*2,k=Math.sin(I),H=Math.cos(I);m.x=-R*H,m.y=S,m.z=R*k,a.push(m.x,m.y,m.z),p.set(-R*H,T,R*k),p.normalize(),l.push(p.x,p.y,p.z),c.push(L+w,_)}if(y>0){let O=(y-1)*v;for(let L=0;L<s;L++){let I=O+L,k=O+L+1,H=y*v+L,D=y*v+L+1;o.push(I,k,H),o.push(k,D,H)}}}this.setIndex(o),this.setAttribute("position",new Tt(a,3)),this.setAttribute("normal",new Tt(l,3)),this.setAttribute("uv",new Tt(c,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.height,e.capSegments,e.radialSegments,e.heightSegments)}};var Pi=class i extends gn{constructor(e=1,t=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let h=[],d=[],u=[],f=[],g=0,v=[],p=n/2,m=0;y(),o===!1&&(e>0&&A(!0),t>0&&A(!1)),this.setIndex(h),this.setAttribute("position",new Tt(d,3)),this.setAttribute("normal",new Tt(u,3)),this.setAttribute("uv",new Tt(f,2));function y(){let S=new B,R=new B,T=0,_=(t-e)/n;for(let w=0;w<=r;w++){let O=[],L=w/r,I=L*(t-e)+e;for(let k=0;k<=s;k++){let H=k/s,D=H*l+a,V=Math.sin(D),q=Math.cos(D);R.x=I*V,R.y=-L*n+p,R.z=I*q,d.push(R.x,R.y,R.z),S.set(V,_,q).normalize(),u.push(S.x,S.y,S.z),f.push(H,1-L),O.push(g++)}v.push(O)}for(let w=0;w<s;w++)for(let O=0;O<r;O++){let L=v[O][w],I=v[O+1][w],k=v[O+1][w+1],H=v[O][w+1];(e>0||O!==0)&&(h.push(L,I,H),T+=3),(t>0||O!==r-1)&&(h.push(I,k,H),T+=3)}c.addGroup(m,T,0),m+=T}function A(S){let R=g,T=new Ze,_=new B,w=0,O=S===!0?e:t,L=S===!0?1:-1;for(let k=1;k<=s;k++)d.push(0,p*L,0),u.push(0,L,0),f.push(.5,.5),g++;let I=g;for(let k=0;k<=s;k++){let D=k/s*l+a,V=Math.cos(D),q=Math.sin(D);_.x=O*q,_.y=p*L,_.z=O*V,d.push(_.x,_.y,_.z),u.push(0,L,0),T.x=V*.5+.5,T.y=q*.5*L+.5,f.push(T.x,T.y),g++}for(let k=0;k<s;k++){let H=R+k,D=I+k;S===!0?h.push(D,D+1,H):h.push(D+1,D,H),w+=3}c.addGroup(m,w,S===!0?1:2),m+=w}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radiusTop,e.radiusBottom,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}},lo=class i extends Pi{constructor(e=1,t=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,e,t,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:e,height:t,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(e){return new i(e.radius,e.height,e.radialSegments,e.heightSegments,e.openEnded,e.thetaStart,e.thetaLength)}};var cr=class i extends gn{constructor(e=1,t=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:n,heightSegments:s};let r=e/2,o=t/2,a=Math.floor(n),l=Math.floor(s),c=a+1,h=l+1,d=e/a,u=t/l,f=[],g=[],v=[],p=[];for(let m=0;m<h;m++){let y=m*u-o;for(let A=0;A<c;A++){let S=A*d-r;g.push(S,-y,0),v.push(0,0,1),p.push(A/a),p.push(1-m/l)}}for(let m=0;m<l;m++)for(let y=0;y<a;y++){let A=y+c*m,S=y+c*(m+1),R=y+1+c*(m+1),T=y+1+c*m;f.push(A,S,T),f.push(S,R,T)}this.setIndex(f),this.setAttribute("position",new Tt(g,3)),this.setAttribute("normal",new Tt(v,3)),this.setAttribute("uv",new Tt(p,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.width,e.height,e.widthSegments,e.heightSegments)}};var $i=class i extends gn{constructor(e=1,t=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,h=[],d=new B,u=new B,f=[],g=[],v=[],p=[];for(let m=0;m<=n;m++){let y=[],A=m/n,S=o+A*a,R=e*Math.cos(S),T=Math.sqrt(e*e-R*R),_=0;m===0&&o===0?_=.5/t:m===n&&l===Math.PI&&(_=-.5/t);for(let w=0;w<=t;w++){let O=w/t,L=s+O*r;d.x=-T*Math.cos(L),d.y=R,d.z=T*Math.sin(L),g.push(d.x,d.y,d.z),u.copy(d).normalize(),v.push(u.x,u.y,u.z),p.push(O+_,1-A),y.push(c++)}h.push(y)}for(let m=0;m<n;m++)for(let y=0;y<t;y++){let A=h[m][y+1],S=h[m][y],R=h[m+1][y],T=h[m+1][y+1];(m!==0||o>0)&&f.push(A,S,T),(m!==n-1||l<Math.PI)&&f.push(S,R,T)}this.setIndex(f),this.setAttribute("position",new Tt(g,3)),this.setAttribute("normal",new Tt(v,3)),this.setAttribute("uv",new Tt(p,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.widthSegments,e.heightSegments,e.phiStart,e.phiLength,e.thetaStart,e.thetaLength)}};var _a=class i extends gn{constructor(e=1,t=.4,n=12,s=48,r=Math.PI*2,o=0,a=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:e,tube:t,radialSegments:n,tubularSegments:s,arc:r,thetaStart:o,thetaLength:a},n=Math.floor(n),s=Math.floor(s);let l=[],c=[],h=[],d=[],u=new B,f=new B,g=new B;for(let v=0;v<=n;v++){let p=o+v/n*a;for(let m=0;m<=s;m++){let y=m/s*r;f.x=(e+t*Math.cos(p))*Math.cos(y),f.y=(e+t*Math.cos(p))*Math.sin(y),f.z=t*Math.sin(p),c.push(f.x,f.y,f.z),u.x=e*Math.cos(y),u.y=e*Math.sin(y),g.subVectors(f,u).normalize(),h.push(g.x,g.y,g.z),d.push(m/s),d.push(v/n)}}for(let v=1;v<=n;v++)for(let p=1;p<=s;p++){let m=(s+1)*v+p-1,y=(s+1)*(v-1)+p-1,A=(s+1)*(v-1)+p,S=(s+1)*v+p;l.push(m,y,S),l.push(y,A,S)}this.setIndex(l),this.setAttribute("position",new Tt(c,3)),this.setAttribute("normal",new Tt(h,3)),this.setAttribute("uv",new Tt(d,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new i(e.radius,e.tube,e.radialSegments,e.tubularSegments,e.arc,e.thetaStart,e.thetaLength)}};function xr(i){let e={};for(let t in i){e[t]={};for(let n in i[t]){let s=i[t][n];if(fp(s))s.isRenderTargetTexture?(qe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][n]=null):e[t][n]=s.clone();else if(Array.isArray(s))if(fp(s[0])){let r=[];for(let o=0,a=s.length;o<a;o++)r[o]=s[o].clone();e[t][n]=r}else e[t][n]=s.slice();else e[t][n]=s}}return e}function Vn(i){let e={};for(let t=0;t<i.length;t++){let n=xr(i[t]);for(let s in n)e[s]=n[s]}return e}function fp(i){return i&&(i.isColor||i.isMatrix3||i.isMatrix4||i.isVector2||i.isVector3||i.isVector4||i.isTexture||i.isQuaternion)}function nx(i){let e=[];for(let t=0;t<i.length;t++)e.push(i[t].clone());return e}function od(i){let e=i.getRenderTarget();return e===null?i.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:vt.workingColorSpace}var cm={clone:xr,merge:Vn},ix=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,sx=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Zi=class extends Yi{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=ix,this.fragmentShader=sx,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=xr(e.uniforms),this.uniformsGroups=nx(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?t.uniforms[s]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[s]={type:"m4",value:o.toArray()}:t.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let s=e.uniforms[n];switch(this.uniforms[n]={},s.type){case"t":this.uniforms[n].value=t[s.value]||null;break;case"c":this.uniforms[n].value=new We().setHex(s.value);break;case"v2":this.uniforms[n].value=new Ze().fromArray(s.value);break;case"v3":this.uniforms[n].value=new B().fromArray(s.value);break;case"v4":this.uniforms[n].value=new Nt().fromArray(s.value);break;case"m3":this.uniforms[n].value=new it().fromArray(s.value);break;case"m4":this.uniforms[n].value=new rt().fromArray(s.value);break;default:this.uniforms[n].value=s.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let n in e.extensions)this.extensions[n]=e.extensions[n];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},Yl=class extends Zi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}},co=class extends Yi{constructor(e){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new We(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new We(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Na,this.normalScale=new Ze(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new qi,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.defines={STANDARD:""},this.color.copy(e.color),this.roughness=e.roughness,this.metalness=e.metalness,this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.roughnessMap=e.roughnessMap,this.metalnessMap=e.metalnessMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.envMapIntensity=e.envMapIntensity,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}};var xa=class extends Yi{constructor(e){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new We(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new We(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Na,this.normalScale=new Ze(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new qi,this.combine=ac,this.reflectivity=1,this.envMapIntensity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.emissive.copy(e.emissive),this.emissiveMap=e.emissiveMap,this.emissiveIntensity=e.emissiveIntensity,this.bumpMap=e.bumpMap,this.bumpScale=e.bumpScale,this.normalMap=e.normalMap,this.normalMapType=e.normalMapType,this.normalScale.copy(e.normalScale),this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.envMapIntensity=e.envMapIntensity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.flatShading=e.flatShading,this.fog=e.fog,this}},$l=class extends Yi{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Yp,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},Zl=class extends Yi{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Jr(i,e){return!i||i.constructor===e?i:typeof e.BYTES_PER_ELEMENT=="number"?new e(i):Array.prototype.slice.call(i)}function El(i){return i!==void 0&&i.inTangents!==void 0&&i.outTangents!==void 0}var Bs=class{constructor(e,t,n,s){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new t.constructor(n),this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,s=t[n],r=t[n-1];n:{e:{let o;t:{i:if(!(e<s)){for(let a=n+2;;){if(s===void 0){if(e<r)break i;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=t[++n],e<s)break e}o=t.length;break t}if(!(e>=r)){let a=t[1];e<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=t[--n-1],e>=r)break e}o=n,n=0;break t}break n}for(;n<o;){let a=n+o>>>1;e<t[a]?o=a:n=a+1}if(s=t[n],r=t[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,e,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=e*s;for(let o=0;o!==s;++o)t[o]=n[r+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},Kl=class extends Bs{constructor(e,t,n,s){super(e,t,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Su,endingEnd:Su}}intervalChanged_(e,t,n){let s=this.parameterPositions,r=e-2,o=e+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case Mu:r=e,a=2*t-n;break;case Eu:r=s.length-2,a=t+s[r]-s[r+1];break;default:r=e,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case Mu:o=e,l=2*n-t;break;case Eu:o=1,l=n+s[1]-s[0];break;default:o=e-1,l=t}let c=(n-t)*.5,h=this.valueSize;this._weightPrev=c/(t-a),this._weightNext=c/(l-n),this._offsetPrev=r*h,this._offsetNext=o*h}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this._offsetPrev,d=this._offsetNext,u=this._weightPrev,f=this._weightNext,g=(n-t)/(s-t),v=g*g,p=v*g,m=-u*p+2*u*v-u*g,y=(1+u)*p+(-1.5-2*u)*v+(-.5+u)*g+1,A=(-1-f)*p+(1.5+f)*v+.5*g,S=f*p-f*v;for(let R=0;R!==a;++R)r[R]=m*o[h+R]+y*o[c+R]+A*o[l+R]+S*o[d+R];return r}},Jl=class extends Bs{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=(n-t)/(s-t),d=1-h;for(let u=0;u!==a;++u)r[u]=o[c+u]*d+o[l+u]*h;return r}},jl=class extends Bs{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e){return this.copySampleValue_(e-1)}},Ql=class extends Bs{interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=e*a,c=l-a,h=this.inTangents,d=this.outTangents;if(!h||!d){let g=(n-t)/(s-t),v=1-g;for(let p=0;p!==a;++p)r[p]=o[c+p]*v+o[l+p]*g;return r}let u=a*2,f=e-1;for(let g=0;g!==a;++g){let v=o[c+g],p=o[l+g],m=f*u+g*2,y=d[m],A=d[m+1],S=e*u+g*2,R=h[S],T=h[S+1],_=ox(n,t,y,R,s);r[g]=hm(_,v,A,T,p)}return r}};function hm(i,e,t,n,s){let r=1-i;return r*r*r*e+3*r*r*i*t+3*r*i*i*n+i*i*i*s}function rx(i,e,t,n,s){let r=1-i;return 3*r*r*(t-e)+6*r*i*(n-t)+3*i*i*(s-n)}function ox(i,e,t,n,s){let r=(i-e)/(s-e);for(let o=0;o<8;o++){let a=hm(r,e,t,n,s)-i;if(Math.abs(a)<1e-10)break;let l=rx(r,e,t,n,s);if(Math.abs(l)<1e-10)break;r=Math.max(0,Math.min(1,r-a/l))}return r}var li=class{constructor(e,t,n,s){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Jr(t,this.TimeBufferType),this.values=Jr(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:Jr(e.times,Array),values:Jr(e.values,Array)};let s=e.getInterpolation();s!==e.DefaultInterpolation&&(n.interpolation=s),El(e.settings)&&(n.settings={inTangents:Jr(e.settings.inTangents,Array),outTangents:Jr(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new jl(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new Jl(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new Kl(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new Ql(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case ea:t=this.InterpolantFactoryMethodDiscrete;break;case Ol:t=this.InterpolantFactoryMethodLinear;break;case Al:t=this.InterpolantFactoryMethodSmooth;break;case bu:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return qe("KeyframeTrack:",n),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return ea;case this.InterpolantFactoryMethodLinear:return Ol;case this.InterpolantFactoryMethodSmooth:return Al;case this.InterpolantFactoryMethodBezier:return bu}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]+=e;El(this.settings)&&(pp(this.settings.inTangents,e),pp(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,s=t.length;n!==s;++n)t[n]*=e;El(this.settings)&&(mp(this.settings.inTangents,e),mp(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<e;)++r;for(;o!==-1&&n[o]>t;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(nt("KeyframeTrack: Invalid value size in track.",this),e=!1);let n=this.times,s=this.values,r=n.length;r===0&&(nt("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){nt("KeyframeTrack: Time is not a valid number.",this,a,l),e=!1;break}if(o!==null&&o>l){nt("KeyframeTrack: Out of order keys.",this,a,l,o),e=!1;break}o=l}if(s!==void 0&&v_(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){nt("KeyframeTrack: Value is not a valid number.",this,a,c),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===Al,r=e.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=e[a],h=e[a+1];if(c!==h&&(a!==1||c!==e[0]))if(s)l=!0;else{let d=a*n,u=d-n,f=d+n;for(let g=0;g!==n;++g){let v=t[d+g];if(v!==t[u+g]||v!==t[f+g]){l=!0;break}}}if(l){if(a!==o){e[o]=e[a];let d=a*n,u=o*n;for(let f=0;f!==n;++f)t[u+f]=t[d+f]}++o}}if(r>0){e[o]=e[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)t[l+c]=t[a+c];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*n)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,s=new n(this.name,e,t);return s.createInterpolant=this.createInterpolant,El(this.settings)&&(s.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),s}};function pp(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]+=e}function mp(i,e){for(let t=0,n=i.length;t!==n;t+=2)i[t]*=e}li.prototype.ValueTypeName="";li.prototype.TimeBufferType=Float32Array;li.prototype.ValueBufferType=Float32Array;li.prototype.DefaultInterpolation=Ol;var ks=class extends li{constructor(e,t,n){super(e,t,n)}};ks.prototype.ValueTypeName="bool";ks.prototype.ValueBufferType=Array;ks.prototype.DefaultInterpolation=ea;ks.prototype.InterpolantFactoryMethodLinear=void 0;ks.prototype.InterpolantFactoryMethodSmooth=void 0;var ec=class extends li{constructor(e,t,n,s){super(e,t,n,s)}};ec.prototype.ValueTypeName="color";var tc=class extends li{constructor(e,t,n,s){super(e,t,n,s)}};tc.prototype.ValueTypeName="number";var nc=class extends Bs{constructor(e,t,n,s){super(e,t,n,s)}interpolate_(e,t,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-t)/(s-t),c=e*a;for(let h=c+a;c!==h;c+=4)Jt.slerpFlat(r,0,o,c-a,o,c,l);return r}},va=class extends li{constructor(e,t,n,s){super(e,t,n,s)}InterpolantFactoryMethodLinear(e){return new nc(this.times,this.values,this.getValueSize(),e)}};va.prototype.ValueTypeName="quaternion";va.prototype.InterpolantFactoryMethodSmooth=void 0;var zs=class extends li{constructor(e,t,n){super(e,t,n)}};zs.prototype.ValueTypeName="string";zs.prototype.ValueBufferType=Array;zs.prototype.DefaultInterpolation=ea;zs.prototype.InterpolantFactoryMethodLinear=void 0;zs.prototype.InterpolantFactoryMethodSmooth=void 0;var ic=class extends li{constructor(e,t,n,s){super(e,t,n,s)}};ic.prototype.ValueTypeName="vector";var sc=class{constructor(e,t,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=n,this._abortController=null,this.itemStart=function(h){a++,r===!1&&s.onStart!==void 0&&s.onStart(h,o,a),r=!0},this.itemEnd=function(h){o++,s.onProgress!==void 0&&s.onProgress(h,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(h){s.onError!==void 0&&s.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),l?l(h):h},this.setURLModifier=function(h){return l=h,this},this.addHandler=function(h,d){return c.push(h,d),this},this.removeHandler=function(h){let d=c.indexOf(h);return d!==-1&&c.splice(d,2),this},this.getHandler=function(h){for(let d=0,u=c.length;d<u;d+=2){let f=c[d],g=c[d+1];if(f.global&&(f.lastIndex=0),f.test(h))return g}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},um=new sc,rc=class{constructor(e){this.manager=e!==void 0?e:um,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let n=this;return new Promise(function(s,r){n.load(e,s,t,r)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};rc.DEFAULT_MATERIAL_NAME="__DEFAULT";var Hs=class extends mn{static registerNode(e){this.prototype._lightNode=e}constructor(e,t=1){super(),this.isLight=!0,this.type="Light",this.color=new We(e),this.intensity=t}copy(e,t){return super.copy(e,t),this.color.copy(e.color),this.intensity=e.intensity,this}toJSON(e){let t=super.toJSON(e);return t.object.color=this.color.getHex(),t.object.intensity=this.intensity,t}},ya=class extends Hs{constructor(e,t,n){super(e,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(mn.DEFAULT_UP),this.updateMatrix(),this.groundColor=new We(t)}copy(e,t){return super.copy(e,t),this.groundColor.copy(e.groundColor),this}toJSON(e){let t=super.toJSON(e);return t.object.groundColor=this.groundColor.getHex(),t}},vu=new rt,gp=new B,_p=new B,ho=class{constructor(e){this.camera=e,this.intensity=1,this.bias=0,this.biasNode=null,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new Ze(512,512),this.mapType=Qn,this.map=null,this.mapPass=null,this.matrix=new rt,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Us,this._frameExtents=new Ze(1,1),this._viewportCount=1,this._viewports=[new Nt(0,0,1,1)]}getViewportCount(){return this._viewportCount}getCamera(){return this.camera}getFrustum(){return this._frustum}updateMatrices(e){let t=this.camera;gp.setFromMatrixPosition(e.matrixWorld),t.position.copy(gp),_p.setFromMatrixPosition(e.target.matrixWorld),t.lookAt(_p),t.updateMatrixWorld(),this._updateMatrix(t,this.matrix,this._frustum)}_updateMatrix(e,t,n,s){vu.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),n.setFromProjectionMatrix(vu,e.coordinateSystem,e.reversedDepth);let r=this._frameExtents,o=s?s.z/r.x:1,a=s?s.w/r.y:1,l=s?s.x/r.x:0,c=s?s.y/r.y:0;e.coordinateSystem===no||e.reversedDepth?t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,1,0,0,0,0,1):t.set(.5*o,0,0,.5*o+l,0,.5*a,0,.5*a+c,0,0,.5,.5,0,0,0,1),t.multiply(vu)}getViewport(e){return this._viewports[e]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(e){return this.camera=e.camera.clone(),this.intensity=e.intensity,this.bias=e.bias,this.radius=e.radius,this.autoUpdate=e.autoUpdate,this.needsUpdate=e.needsUpdate,this.normalBias=e.normalBias,this.blurSamples=e.blurSamples,this.mapSize.copy(e.mapSize),this.mapType=e.mapType,this.biasNode=e.biasNode,this}clone(){return new this.constructor().copy(this)}toJSON(){let e={};return e.intensity=this.intensity,e.bias=this.bias,e.normalBias=this.normalBias,e.radius=this.radius,e.blurSamples=this.blurSamples,e.mapSize=this.mapSize.toArray(),e.mapType=this.mapType,e.camera=this.camera.toJSON(!1).object,delete e.camera.matrix,e}},wl=new B,Tl=new Jt,Wi=new B,ba=class extends mn{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new rt,this.projectionMatrix=new rt,this.projectionMatrixInverse=new rt,this.coordinateSystem=_i,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(wl,Tl,Wi),Wi.x===1&&Wi.y===1&&Wi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(wl,Tl,Wi.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(wl,Tl,Wi),Wi.x===1&&Wi.y===1&&Wi.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(wl,Tl,Wi.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Is=new B,xp=new Ze,vp=new Ze,Fn=class extends ba{constructor(e=50,t=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=ar*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(jo*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return ar*2*Math.atan(Math.tan(jo*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Is.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Is.x,Is.y).multiplyScalar(-e/Is.z),Is.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Is.x,Is.y).multiplyScalar(-e/Is.z)}getViewSize(e,t){return this.getViewBounds(e,xp,vp),t.subVectors(vp,xp)}setViewOffset(e,t,n,s,r,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(jo*.5*this.fov)/this.zoom,n=2*t,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,t-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=e*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},wu=class extends ho{constructor(){super(new Fn(50,1,.5,500)),this.isSpotLightShadow=!0,this.focus=1,this.aspect=1}updateMatrices(e){let t=this.camera,n=ar*2*e.angle*this.focus,s=this.mapSize.width/this.mapSize.height*this.aspect,r=e.distance||t.far;(n!==t.fov||s!==t.aspect||r!==t.far)&&(t.fov=n,t.aspect=s,t.far=r,t.updateProjectionMatrix()),super.updateMatrices(e)}copy(e){return super.copy(e),this.focus=e.focus,this.aspect=e.aspect,this}toJSON(){let e=super.toJSON();return e.focus=this.focus,e.aspect=this.aspect,e}},Sa=class extends Hs{constructor(e,t,n=0,s=Math.PI/3,r=0,o=2){super(e,t),this.isSpotLight=!0,this.type="SpotLight",this.position.copy(mn.DEFAULT_UP),this.updateMatrix(),this.target=new mn,this.distance=n,this.angle=s,this.penumbra=r,this.decay=o,this.map=null,this.shadow=new wu}get power(){return this.intensity*Math.PI}set power(e){this.intensity=e/Math.PI}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.angle=e.angle,this.penumbra=e.penumbra,this.decay=e.decay,this.target=e.target.clone(),this.map=e.map,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.angle=this.angle,t.object.decay=this.decay,t.object.penumbra=this.penumbra,t.object.target=this.target.uuid,this.map&&this.map.isTexture&&(t.object.map=this.map.toJSON(e).uuid),t.object.shadow=this.shadow.toJSON(),t}},Tu=class extends ho{constructor(){super(new Fn(90,1,.5,500)),this.isPointLightShadow=!0}},hr=class extends Hs{constructor(e,t,n=0,s=2){super(e,t),this.isPointLight=!0,this.type="PointLight",this.distance=n,this.decay=s,this.shadow=new Tu}get power(){return this.intensity*4*Math.PI}set power(e){this.intensity=e/(4*Math.PI)}dispose(){super.dispose(),this.shadow.dispose()}copy(e,t){return super.copy(e,t),this.distance=e.distance,this.decay=e.decay,this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.distance=this.distance,t.object.decay=this.decay,t.object.shadow=this.shadow.toJSON(),t}},ur=class extends ba{constructor(e=-1,t=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-e,o=n+e,a=s+t,l=s-t;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=h*this.view.offsetY,l=a-h*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},Au=class extends ho{constructor(){super(new ur(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},Vs=class extends Hs{constructor(e,t){super(e,t),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(mn.DEFAULT_UP),this.updateMatrix(),this.target=new mn,this.shadow=new Au}dispose(){super.dispose(),this.shadow.dispose()}copy(e){return super.copy(e),this.target=e.target.clone(),this.shadow=e.shadow.clone(),this}toJSON(e){let t=super.toJSON(e);return t.object.shadow=this.shadow.toJSON(),t.object.target=this.target.uuid,t}},Ma=class extends Hs{constructor(e,t){super(e,t),this.isAmbientLight=!0,this.type="AmbientLight"}};var jr=-90,Qr=1,uo=class extends mn{constructor(e,t,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new Fn(jr,Qr,e,t);s.layers=this.layers,this.add(s);let r=new Fn(jr,Qr,e,t);r.layers=this.layers,this.add(r);let o=new Fn(jr,Qr,e,t);o.layers=this.layers,this.add(o);let a=new Fn(jr,Qr,e,t);a.layers=this.layers,this.add(a);let l=new Fn(jr,Qr,e,t);l.layers=this.layers,this.add(l);let c=new Fn(jr,Qr,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,s,r,o,a,l]=t;for(let c of t)this.remove(c);if(e===_i)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(e===no)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let c of t)this.add(c),c.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,h]=this.children,d=e.getRenderTarget(),u=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),g=e.xr.enabled;e.xr.enabled=!1;let v=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let p=!1;e.isWebGLRenderer===!0?p=e.state.buffers.depth.getReversed():p=e.reversedDepthBuffer,e.setRenderTarget(n,0,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,r),e.setRenderTarget(n,1,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,2,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,3,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(n,4,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=v,e.setRenderTarget(n,5,s),p&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(d,u,f),e.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},oc=class extends Fn{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var ad="\\[\\]\\.:\\/",ax=new RegExp("["+ad+"]","g"),ld="[^"+ad+"]",lx="[^"+ad.replace("\\.","")+"]",cx=/((?:WC+[\/:])*)/.source.replace("WC",ld),hx=/(WCOD+)?/.source.replace("WCOD",lx),ux=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",ld),dx=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",ld),fx=new RegExp("^"+cx+hx+ux+dx+"$"),px=["material","materials","bones","map"],Ru=class{constructor(e,t,n){let s=n||Yt.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,s)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},Yt=class i{constructor(e,t,n){this.path=t,this.parsedPath=n||i.parseTrackName(t),this.node=i.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,n){return e&&e.isAnimationObjectGroup?new i.Composite(e,t,n):new i(e,t,n)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(ax,"")}static parseTrackName(e){let t=fx.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);px.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return n}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===t||a.uuid===t)return a;let l=n(a.children);if(l)return l}return null},s=n(e.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)e[t++]=n[s]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,n=t.objectName,s=t.propertyName,r=t.propertyIndex;if(e||(e=i.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){qe("PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=t.objectIndex;switch(n){case"materials":if(!e.material){nt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){nt("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){nt("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===c){c=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){nt("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){nt("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[n]===void 0){nt("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[n]}if(c!==void 0){if(e[c]===void 0){nt("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[c]}}let o=e[s];if(o===void 0){let c=t.nodeName;nt("PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",e);return}let a=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?a=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!e.geometry){nt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){nt("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[r]!==void 0&&(r=e.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};Yt.Composite=Ru;Yt.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};Yt.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};Yt.prototype.GetterByBindingType=[Yt.prototype._getValue_direct,Yt.prototype._getValue_array,Yt.prototype._getValue_arrayElement,Yt.prototype._getValue_toArray];Yt.prototype.SetterByBindingTypeAndVersioning=[[Yt.prototype._setValue_direct,Yt.prototype._setValue_direct_setNeedsUpdate,Yt.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_array,Yt.prototype._setValue_array_setNeedsUpdate,Yt.prototype._setValue_array_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_arrayElement,Yt.prototype._setValue_arrayElement_setNeedsUpdate,Yt.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[Yt.prototype._setValue_fromArray,Yt.prototype._setValue_fromArray_setNeedsUpdate,Yt.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var uT=new Float32Array(1);var yp=new rt,Ea=class{constructor(e,t,n=0,s=1/0){this.ray=new fs(e,t),this.near=n,this.far=s,this.camera=null,this.layers=new ro,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(e,t){this.ray.set(e,t)}setFromCamera(e,t){t.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(e.x,e.y,.5).unproject(t).sub(this.ray.origin).normalize(),this.camera=t):t.isOrthographicCamera?(this.ray.origin.set(e.x,e.y,t.projectionMatrix.elements[14]).unproject(t),this.ray.direction.set(0,0,-1).transformDirection(t.matrixWorld),this.camera=t):nt("Raycaster: Unsupported camera type: "+t.type)}setFromXRController(e){return yp.identity().extractRotation(e.matrixWorld),this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(yp),this}intersectObject(e,t=!0,n=[]){return Cu(e,this,n,t),n.sort(bp),n}intersectObjects(e,t=!0,n=[]){for(let s=0,r=e.length;s<r;s++)Cu(e[s],this,n,t);return n.sort(bp),n}};function bp(i,e){return i.distance-e.distance}function Cu(i,e,t,n){let s=!0;if(i.layers.test(e.layers)&&i.raycast(e,t)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)Cu(r[o],e,t,!0)}}var Gs=class{constructor(e=1,t=0,n=0){this.radius=e,this.phi=t,this.theta=n}set(e,t,n){return this.radius=e,this.phi=t,this.theta=n,this}copy(e){return this.radius=e.radius,this.phi=e.phi,this.theta=e.theta,this}makeSafe(){return this.phi=mt(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(e){return this.setFromCartesianCoords(e.x,e.y,e.z)}setFromCartesianCoords(e,t,n){return this.radius=Math.sqrt(e*e+t*t+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(e,n),this.phi=Math.acos(mt(t/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var Pu=class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,s){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,s)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,s){let r=this.elements;return r[0]=e,r[2]=t,r[1]=n,r[3]=s,this}};var wa=class extends ql{constructor(e,t=16776960){let n=new Uint16Array([0,1,1,2,2,3,3,0,4,5,5,6,6,7,7,4,0,4,1,5,2,6,3,7]),s=[1,1,1,-1,1,1,-1,-1,1,1,-1,1,1,1,-1,-1,1,-1,-1,-1,-1,1,-1,-1],r=new gn;r.setIndex(new on(n,1)),r.setAttribute("position",new Tt(s,3)),super(r,new da({color:t,toneMapped:!1})),this.box=e,this.type="Box3Helper",this.geometry.computeBoundingSphere()}updateMatrixWorld(e){let t=this.box;t.isEmpty()||(t.getCenter(this.position),t.getSize(this.scale),this.scale.multiplyScalar(.5),super.updateMatrixWorld(e))}dispose(){super.dispose(),this.geometry.dispose(),this.material.dispose()}};var Ta=class extends Ri{constructor(e,t=null){super(),this.object=e,this.domElement=t,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(e){this.domElement!==null&&this.disconnect(),this.domElement=e}disconnect(){}dispose(){}update(){}};function cd(i,e,t,n){let s=mx(n);switch(t){case Ku:return i*e;case pc:return i*e/s.components*s.byteLength;case mc:return i*e/s.components*s.byteLength;case Ys:return i*e*2/s.components*s.byteLength;case gc:return i*e*2/s.components*s.byteLength;case Ju:return i*e*3/s.components*s.byteLength;case xi:return i*e*4/s.components*s.byteLength;case _c:return i*e*4/s.components*s.byteLength;case Ra:case Ca:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Pa:case La:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case vc:case bc:return Math.max(i,16)*Math.max(e,8)/4;case xc:case yc:return Math.max(i,8)*Math.max(e,8)/2;case Sc:case Mc:case wc:case Tc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*8;case Ec:case Ia:case Ac:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Rc:return Math.floor((i+3)/4)*Math.floor((e+3)/4)*16;case Cc:return Math.floor((i+4)/5)*Math.floor((e+3)/4)*16;case Pc:return Math.floor((i+4)/5)*Math.floor((e+4)/5)*16;case Lc:return Math.floor((i+5)/6)*Math.floor((e+4)/5)*16;case Ic:return Math.floor((i+5)/6)*Math.floor((e+5)/6)*16;case Dc:return Math.floor((i+7)/8)*Math.floor((e+4)/5)*16;case Nc:return Math.floor((i+7)/8)*Math.floor((e+5)/6)*16;case Uc:return Math.floor((i+7)/8)*Math.floor((e+7)/8)*16;case Fc:return Math.floor((i+9)/10)*Math.floor((e+4)/5)*16;case Oc:return Math.floor((i+9)/10)*Math.floor((e+5)/6)*16;case Bc:return Math.floor((i+9)/10)*Math.floor((e+7)/8)*16;case kc:return Math.floor((i+9)/10)*Math.floor((e+9)/10)*16;case zc:return Math.floor((i+11)/12)*Math.floor((e+9)/10)*16;case Hc:return Math.floor((i+11)/12)*Math.floor((e+11)/12)*16;case Vc:case Gc:case Wc:return Math.ceil(i/4)*Math.ceil(e/4)*16;case Xc:case qc:return Math.ceil(i/4)*Math.ceil(e/4)*8;case Da:case Yc:return Math.ceil(i/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function mx(i){switch(i){case Qn:case qu:return{byteLength:1,components:1};case go:case Yu:case Ii:return{byteLength:2,components:1};case dc:case fc:return{byteLength:2,components:4};case Li:case uc:case ci:return{byteLength:4,components:1};case $u:case Zu:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?qe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function Dm(){let i=null,e=!1,t=null,n=null;function s(r,o){n=i.requestAnimationFrame(s),t(r,o)}return{start:function(){e!==!0&&t!==null&&i!==null&&(n=i.requestAnimationFrame(s),e=!0)},stop:function(){i!==null&&i.cancelAnimationFrame(n),e=!1},setAnimationLoop:function(r){t=r},setContext:function(r){i=r}}}function _x(i){let e=new WeakMap;function t(a,l){let c=a.array,h=a.usage,d=c.byteLength,u=i.createBuffer();i.bindBuffer(l,u),i.bufferData(l,c,h),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:u,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:d}}function n(a,l,c){let h=l.array,d=l.updateRanges;if(i.bindBuffer(c,a),d.length===0)i.bufferSubData(c,0,h);else{d.sort((f,g)=>f.start-g.start);let u=0;for(let f=1;f<d.length;f++){let g=d[u],v=d[f];v.start<=g.start+g.count+1?g.count=Math.max(g.count,v.start+v.count-g.start):(++u,d[u]=v)}d.length=u+1;for(let f=0,g=d.length;f<g;f++){let v=d[f];i.bufferSubData(c,v.start*h.BYTES_PER_ELEMENT,h,v.start,v.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),e.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=e.get(a);l&&(i.deleteBuffer(l.buffer),e.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let h=e.get(a);(!h||h.version<a.version)&&e.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=e.get(a);if(c===void 0)e.set(a,t(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var xx=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,vx=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,yx=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,bx=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Sx=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Mx=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Ex=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,wx=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Tx=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,Ax=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,Rx=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Cx=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,Px=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,Lx=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,Ix=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,Dx=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,Nx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,Ux=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,Fx=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,Ox=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,Bx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,kx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,zx=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,Hx=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,Vx=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,Gx=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,Wx=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,Xx=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,qx=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,Yx="gl_FragColor = linearToOutputTexel( gl_FragColor );",$x=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,Zx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,Kx=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,Jx=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,jx=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,Qx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,ev=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,tv=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,nv=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,iv=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,sv=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,rv=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,ov=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,av=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,lv=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,cv=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,hv=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,uv=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,dv=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,fv=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,pv=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,mv=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,gv=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,_v=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,xv=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,vv=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,yv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,bv=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Sv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Mv=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Ev=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,wv=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Tv=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Av=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,Rv=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Cv=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,Pv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,Lv=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,Iv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Dv=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,Nv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,Uv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,Fv=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,Ov=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,Bv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,kv=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,zv=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,Hv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,Vv=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,Gv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,Wv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,Xv=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,qv=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,Yv=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,$v=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,Zv=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,Kv=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Jv=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,jv=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Qv=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,ey=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,ty=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,ny=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,iy=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,sy=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,ry=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,oy=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,ay=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,ly=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,cy=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,hy=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,uy=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,dy=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,fy=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,py=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,my=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,gy=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,_y=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,xy=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,vy=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,yy=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,by=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Sy=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,My=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Ey=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,wy=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Ty=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,Ay=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,Ry=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Cy=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Py=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Ly=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,Iy=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Dy=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Ny=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Uy=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,Fy=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Oy=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,By=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,ky=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,zy=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Hy=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,Vy=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Gy=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,Wy=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,Xy=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,qy=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Yy=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,$y=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,Zy=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,Ky=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,dt={alphahash_fragment:xx,alphahash_pars_fragment:vx,alphamap_fragment:yx,alphamap_pars_fragment:bx,alphatest_fragment:Sx,alphatest_pars_fragment:Mx,aomap_fragment:Ex,aomap_pars_fragment:wx,batching_pars_vertex:Tx,batching_vertex:Ax,begin_vertex:Rx,beginnormal_vertex:Cx,bsdfs:Px,iridescence_fragment:Lx,bumpmap_pars_fragment:Ix,clipping_planes_fragment:Dx,clipping_planes_pars_fragment:Nx,clipping_planes_pars_vertex:Ux,clipping_planes_vertex:Fx,color_fragment:Ox,color_pars_fragment:Bx,color_pars_vertex:kx,color_vertex:zx,common:Hx,defaultnormal_vertex:Vx,displacementmap_pars_vertex:Gx,displacementmap_vertex:Wx,emissivemap_fragment:Xx,emissivemap_pars_fragment:qx,colorspace_fragment:Yx,colorspace_pars_fragment:$x,envmap_fragment:Zx,envmap_common_pars_fragment:Kx,envmap_pars_fragment:Jx,envmap_pars_vertex:jx,envmap_physical_pars_fragment:cv,envmap_vertex:Qx,fog_vertex:ev,fog_pars_vertex:tv,fog_fragment:nv,fog_pars_fragment:iv,gradientmap_pars_fragment:sv,lightmap_pars_fragment:rv,lights_lambert_fragment:ov,lights_lambert_pars_fragment:av,lights_pars_begin:lv,lights_toon_fragment:hv,lights_toon_pars_fragment:uv,lights_phong_fragment:dv,lights_phong_pars_fragment:fv,lights_physical_fragment:pv,lights_physical_pars_fragment:mv,lights_fragment_begin:gv,lights_fragment_maps:_v,lights_fragment_end:xv,lightprobes_pars_fragment:vv,logdepthbuf_fragment:yv,logdepthbuf_pars_fragment:bv,logdepthbuf_pars_vertex:Sv,logdepthbuf_vertex:Mv,map_fragment:Ev,map_pars_fragment:wv,map_particle_fragment:Tv,map_particle_pars_fragment:Av,metalnessmap_fragment:Rv,metalnessmap_pars_fragment:Cv,morphinstance_vertex:Pv,morphcolor_vertex:Lv,morphnormal_vertex:Iv,morphtarget_pars_vertex:Dv,morphtarget_vertex:Nv,normal_fragment_begin:Uv,normal_fragment_maps:Fv,normal_pars_fragment:Ov,normal_pars_vertex:Bv,normal_vertex:kv,normalmap_pars_fragment:zv,clearcoat_normal_fragment_begin:Hv,clearcoat_normal_fragment_maps:Vv,clearcoat_pars_fragment:Gv,iridescence_pars_fragment:Wv,opaque_fragment:Xv,packing:qv,premultiplied_alpha_fragment:Yv,project_vertex:$v,dithering_fragment:Zv,dithering_pars_fragment:Kv,roughnessmap_fragment:Jv,roughnessmap_pars_fragment:jv,shadowmap_pars_fragment:Qv,shadowmap_pars_vertex:ey,shadowmap_vertex:ty,shadowmask_pars_fragment:ny,skinbase_vertex:iy,skinning_pars_vertex:sy,skinning_vertex:ry,skinnormal_vertex:oy,specularmap_fragment:ay,specularmap_pars_fragment:ly,tonemapping_fragment:cy,tonemapping_pars_fragment:hy,transmission_fragment:uy,transmission_pars_fragment:dy,uv_pars_fragment:fy,uv_pars_vertex:py,uv_vertex:my,worldpos_vertex:gy,background_vert:_y,background_frag:xy,backgroundCube_vert:vy,backgroundCube_frag:yy,cube_vert:by,cube_frag:Sy,depth_vert:My,depth_frag:Ey,distance_vert:wy,distance_frag:Ty,equirect_vert:Ay,equirect_frag:Ry,linedashed_vert:Cy,linedashed_frag:Py,meshbasic_vert:Ly,meshbasic_frag:Iy,meshlambert_vert:Dy,meshlambert_frag:Ny,meshmatcap_vert:Uy,meshmatcap_frag:Fy,meshnormal_vert:Oy,meshnormal_frag:By,meshphong_vert:ky,meshphong_frag:zy,meshphysical_vert:Hy,meshphysical_frag:Vy,meshtoon_vert:Gy,meshtoon_frag:Wy,points_vert:Xy,points_frag:qy,shadow_vert:Yy,shadow_frag:$y,sprite_vert:Zy,sprite_frag:Ky},Ie={common:{diffuse:{value:new We(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new it},alphaMap:{value:null},alphaMapTransform:{value:new it},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new it}},envmap:{envMap:{value:null},envMapRotation:{value:new it},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new it}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new it}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new it},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new it},normalScale:{value:new Ze(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new it},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new it}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new it}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new it}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new We(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new We(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new it},alphaTest:{value:0},uvTransform:{value:new it}},sprite:{diffuse:{value:new We(16777215)},opacity:{value:1},center:{value:new Ze(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new it},alphaMap:{value:null},alphaMapTransform:{value:new it},alphaTest:{value:0}}},ji={basic:{uniforms:Vn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.fog]),vertexShader:dt.meshbasic_vert,fragmentShader:dt.meshbasic_frag},lambert:{uniforms:Vn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,Ie.lights,{emissive:{value:new We(0)},envMapIntensity:{value:1}}]),vertexShader:dt.meshlambert_vert,fragmentShader:dt.meshlambert_frag},phong:{uniforms:Vn([Ie.common,Ie.specularmap,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,Ie.lights,{emissive:{value:new We(0)},specular:{value:new We(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:dt.meshphong_vert,fragmentShader:dt.meshphong_frag},standard:{uniforms:Vn([Ie.common,Ie.envmap,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.roughnessmap,Ie.metalnessmap,Ie.fog,Ie.lights,{emissive:{value:new We(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:dt.meshphysical_vert,fragmentShader:dt.meshphysical_frag},toon:{uniforms:Vn([Ie.common,Ie.aomap,Ie.lightmap,Ie.emissivemap,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.gradientmap,Ie.fog,Ie.lights,{emissive:{value:new We(0)}}]),vertexShader:dt.meshtoon_vert,fragmentShader:dt.meshtoon_frag},matcap:{uniforms:Vn([Ie.common,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,Ie.fog,{matcap:{value:null}}]),vertexShader:dt.meshmatcap_vert,fragmentShader:dt.meshmatcap_frag},points:{uniforms:Vn([Ie.points,Ie.fog]),vertexShader:dt.points_vert,fragmentShader:dt.points_frag},dashed:{uniforms:Vn([Ie.common,Ie.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:dt.linedashed_vert,fragmentShader:dt.linedashed_frag},depth:{uniforms:Vn([Ie.common,Ie.displacementmap]),vertexShader:dt.depth_vert,fragmentShader:dt.depth_frag},normal:{uniforms:Vn([Ie.common,Ie.bumpmap,Ie.normalmap,Ie.displacementmap,{opacity:{value:1}}]),vertexShader:dt.meshnormal_vert,fragmentShader:dt.meshnormal_frag},sprite:{uniforms:Vn([Ie.sprite,Ie.fog]),vertexShader:dt.sprite_vert,fragmentShader:dt.sprite_frag},background:{uniforms:{uvTransform:{value:new it},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:dt.background_vert,fragmentShader:dt.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new it}},vertexShader:dt.backgroundCube_vert,fragmentShader:dt.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:dt.cube_vert,fragmentShader:dt.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:dt.equirect_vert,fragmentShader:dt.equirect_frag},distance:{uniforms:Vn([Ie.common,Ie.displacementmap,{referencePosition:{value:new B},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:dt.distance_vert,fragmentShader:dt.distance_frag},shadow:{uniforms:Vn([Ie.lights,Ie.fog,{color:{value:new We(0)},opacity:{value:1}}]),vertexShader:dt.shadow_vert,fragmentShader:dt.shadow_frag}};ji.physical={uniforms:Vn([ji.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new it},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new it},clearcoatNormalScale:{value:new Ze(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new it},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new it},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new it},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new it},sheen:{value:0},sheenColor:{value:new We(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new it},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new it},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new it},transmissionSamplerSize:{value:new Ze},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new it},attenuationDistance:{value:0},attenuationColor:{value:new We(0)},specularColor:{value:new We(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new it},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new it},anisotropyVector:{value:new Ze},anisotropyMap:{value:null},anisotropyMapTransform:{value:new it}}]),vertexShader:dt.meshphysical_vert,fragmentShader:dt.meshphysical_frag};var $c={r:0,b:0,g:0},Jy=new rt,Nm=new it;Nm.set(-1,0,0,0,1,0,0,0,1);function jy(i,e,t,n,s,r){let o=new We(0),a=s===!0?0:1,l,c,h=null,d=0,u=null;function f(y){let A=y.isScene===!0?y.background:null;if(A&&A.isTexture){let S=y.backgroundBlurriness>0;A=e.get(A,S)}return A}function g(y){let A=!1,S=f(y);S===null?p(o,a):S&&S.isColor&&(p(S,1),A=!0);let R=i.xr.getEnvironmentBlendMode();R==="additive"?t.buffers.color.setClear(0,0,0,1,r):R==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,r),(i.autoClear||A)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function v(y,A){let S=f(A);S&&S.isCubeTexture?(c===void 0&&(c=new an(new Os(1,1,1),new Zi({name:"BackgroundCubeMaterial",uniforms:xr(ji.backgroundCube.uniforms),vertexShader:ji.backgroundCube.vertexShader,fragmentShader:ji.backgroundCube.fragmentShader,side:Kn,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),c.geometry.deleteAttribute("uv"),c.onBeforeRender=function(R,T,_){this.matrixWorld.copyPosition(_.matrixWorld)},Object.defineProperty(c.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),n.update(c)),c.material.uniforms.envMap.value=S,c.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.uniforms.backgroundRotation.value.setFromMatrix4(Jy.makeRotationFromEuler(A.backgroundRotation)).transpose(),S.isRenderTargetTexture===!1&&c.material.uniforms.backgroundRotation.value.premultiply(Nm),c.material.toneMapped=vt.getTransfer(S.colorSpace)!==Ct,(h!==S||d!==S.version||u!==i.toneMapping)&&(c.material.needsUpdate=!0,h=S,d=S.version,u=i.toneMapping),c.layers.enableAll(),y.unshift(c,c.geometry,c.material,0,0,null)):S&&S.isTexture&&(l===void 0&&(l=new an(new cr(2,2),new Zi({name:"BackgroundMaterial",uniforms:xr(ji.background.uniforms),vertexShader:ji.background.vertexShader,fragmentShader:ji.background.fragmentShader,side:qs,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute("normal"),Object.defineProperty(l.material,"map",{get:function(){return this.uniforms.t2D.value}}),n.update(l)),l.material.uniforms.t2D.value=S,l.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,l.material.toneMapped=vt.getTransfer(S.colorSpace)!==Ct,S.matrixAutoUpdate===!0&&S.updateMatrix(),l.material.uniforms.uvTransform.value.copy(S.matrix),(h!==S||d!==S.version||u!==i.toneMapping)&&(l.material.needsUpdate=!0,h=S,d=S.version,u=i.toneMapping),l.layers.enableAll(),y.unshift(l,l.geometry,l.material,0,0,null))}function p(y,A){y.getRGB($c,od(i)),t.buffers.color.setClear($c.r,$c.g,$c.b,A,r)}function m(){c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0),l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0)}return{getClearColor:function(){return o},setClearColor:function(y,A=1){o.set(y),a=A,p(o,a)},getClearAlpha:function(){return a},setClearAlpha:function(y){a=y,p(o,a)},render:g,addToRenderList:v,dispose:m}}function Qy(i,e){let t=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=u(null),r=s,o=!1;function a(I,k,H,D,V){let q=!1,W=d(I,D,H,k);r!==W&&(r=W,c(r.object)),q=f(I,D,H,V),q&&g(I,D,H,V),V!==null&&e.update(V,i.ELEMENT_ARRAY_BUFFER),(q||o)&&(o=!1,S(I,k,H,D),V!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,e.get(V).buffer))}function l(){return i.createVertexArray()}function c(I){return i.bindVertexArray(I)}function h(I){return i.deleteVertexArray(I)}function d(I,k,H,D){let V=D.wireframe===!0,q=n[k.id];q===void 0&&(q={},n[k.id]=q);let W=I.isInstancedMesh===!0?I.id:0,ce=q[W];ce===void 0&&(ce={},q[W]=ce);let $=ce[H.id];$===void 0&&($={},ce[H.id]=$);let K=$[V];return K===void 0&&(K=u(l()),$[V]=K),K}function u(I){let k=[],H=[],D=[];for(let V=0;V<t;V++)k[V]=0,H[V]=0,D[V]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:k,enabledAttributes:H,attributeDivisors:D,object:I,attributes:{},index:null}}function f(I,k,H,D){let V=r.attributes,q=k.attributes,W=0,ce=H.getAttributes();for(let $ in ce)if(ce[$].location>=0){let ee=V[$],le=q[$];if(le===void 0&&($==="instanceMatrix"&&I.instanceMatrix&&(le=I.instanceMatrix),$==="instanceColor"&&I.instanceColor&&(le=I.instanceColor)),ee===void 0||ee.attribute!==le||le&&ee.data!==le.data)return!0;W++}return r.attributesNum!==W||r.index!==D}function g(I,k,H,D){let V={},q=k.attributes,W=0,ce=H.getAttributes();for(let $ in ce)if(ce[$].location>=0){let ee=q[$];ee===void 0&&($==="instanceMatrix"&&I.instanceMatrix&&(ee=I.instanceMatrix),$==="instanceColor"&&I.instanceColor&&(ee=I.instanceColor));let le={};le.attribute=ee,ee&&ee.data&&(le.data=ee.data),V[$]=le,W++}r.attributes=V,r.attributesNum=W,r.index=D}function v(){let I=r.newAttributes;for(let k=0,H=I.length;k<H;k++)I[k]=0}function p(I){m(I,0)}function m(I,k){let H=r.newAttributes,D=r.enabledAttributes,V=r.attributeDivisors;H[I]=1,D[I]===0&&(i.enableVertexAttribArray(I),D[I]=1),V[I]!==k&&(i.vertexAttribDivisor(I,k),V[I]=k)}function y(){let I=r.newAttributes,k=r.enabledAttributes;for(let H=0,D=k.length;H<D;H++)k[H]!==I[H]&&(i.disableVertexAttribArray(H),k[H]=0)}function A(I,k,H,D,V,q,W){W===!0?i.vertexAttribIPointer(I,k,H,V,q):i.vertexAttribPointer(I,k,H,D,V,q)}function S(I,k,H,D){v();let V=D.attributes,q=H.getAttributes(),W=k.defaultAttributeValues;for(let ce in q){let $=q[ce];if($.location>=0){let K=V[ce];if(K===void 0&&(ce==="instanceMatrix"&&I.instanceMatrix&&(K=I.instanceMatrix),ce==="instanceColor"&&I.instanceColor&&(K=I.instanceColor)),K!==void 0){let ee=K.normalized,le=K.itemSize,te=e.get(K);if(te===void 0)continue;let j=te.buffer,de=te.type,me=te.bytesPerElement,_e=de===i.INT||de===i.UNSIGNED_INT||K.gpuType===uc;if(K.isInterleavedBufferAttribute){let xe=K.data,Ve=xe.isInterleavedBuffer===!0?xe.stride:xe.itemSize,Qe=K.offset;if(xe.isInstancedInterleavedBuffer||xe.isInstancedBufferAttribute){for(let Oe=0;Oe<$.locationSize;Oe++)m($.location+Oe,xe.meshPerAttribute);I.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=xe.meshPerAttribute*xe.count)}else for(let Oe=0;Oe<$.locationSize;Oe++)p($.location+Oe);i.bindBuffer(i.ARRAY_BUFFER,j);for(let Oe=0;Oe<$.locationSize;Oe++)A($.location+Oe,le/$.locationSize,de,ee,Ve*me,(Qe+le/$.locationSize*Oe)*me,_e)}else{if(K.isInstancedBufferAttribute){for(let xe=0;xe<$.locationSize;xe++)m($.location+xe,K.meshPerAttribute);I.isInstancedMesh!==!0&&D._maxInstanceCount===void 0&&(D._maxInstanceCount=K.meshPerAttribute*K.count)}else for(let xe=0;xe<$.locationSize;xe++)p($.location+xe);i.bindBuffer(i.ARRAY_BUFFER,j);for(let xe=0;xe<$.locationSize;xe++)A($.location+xe,le/$.locationSize,de,ee,le*me,le/$.locationSize*xe*me,_e)}}else if(W!==void 0){let ee=W[ce];if(ee!==void 0)switch(ee.length){case 2:i.vertexAttrib2fv($.location,ee);break;case 3:i.vertexAttrib3fv($.location,ee);break;case 4:i.vertexAttrib4fv($.location,ee);break;default:i.vertexAttrib1fv($.location,ee)}}}}y()}function R(){O();for(let I in n){let k=n[I];for(let H in k){let D=k[H];for(let V in D){let q=D[V];for(let W in q)h(q[W].object),delete q[W];delete D[V]}}delete n[I]}}function T(I){if(n[I.id]===void 0)return;let k=n[I.id];for(let H in k){let D=k[H];for(let V in D){let q=D[V];for(let W in q)h(q[W].object),delete q[W];delete D[V]}}delete n[I.id]}function _(I){for(let k in n){let H=n[k];for(let D in H){let V=H[D];if(V[I.id]===void 0)continue;let q=V[I.id];for(let W in q)h(q[W].object),delete q[W];delete V[I.id]}}}function w(I){for(let k in n){let H=n[k],D=I.isInstancedMesh===!0?I.id:0,V=H[D];if(V!==void 0){for(let q in V){let W=V[q];for(let ce in W)h(W[ce].object),delete W[ce];delete V[q]}delete H[D],Object.keys(H).length===0&&delete n[k]}}}function O(){L(),o=!0,r!==s&&(r=s,c(r.object))}function L(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:O,resetDefaultState:L,dispose:R,releaseStatesOfGeometry:T,releaseStatesOfObject:w,releaseStatesOfProgram:_,initAttributes:v,enableAttribute:p,disableUnusedAttributes:y}}function eb(i,e,t){let n;function s(l){n=l}function r(l,c){i.drawArrays(n,l,c),t.update(c,n,1)}function o(l,c,h){h!==0&&(i.drawArraysInstanced(n,l,c,h),t.update(c,n,h))}function a(l,c,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,l,0,c,0,h);let u=0;for(let f=0;f<h;f++)u+=c[f];t.update(u,n,1)}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a}function tb(i,e,t,n){let s;function r(){if(s!==void 0)return s;if(e.has("EXT_texture_filter_anisotropic")===!0){let _=e.get("EXT_texture_filter_anisotropic");s=i.getParameter(_.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(_){return!(_!==xi&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(_){let w=_===Ii&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(_!==Qn&&_!==ci&&!w&&n.convert(_)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE))}function l(_){if(_==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";_="mediump"}return _==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=t.precision!==void 0?t.precision:"highp",h=l(c);h!==c&&(qe("WebGLRenderer:",c,"not supported, using",h,"instead."),c=h);let d=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),u=t.logarithmicDepthBuffer===!0&&d===!1;t.reversedDepthBuffer===!0&&d===!1&&qe("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&d===!0&&qe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),v=i.getParameter(i.MAX_TEXTURE_SIZE),p=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),m=i.getParameter(i.MAX_VERTEX_ATTRIBS),y=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),A=i.getParameter(i.MAX_VARYING_VECTORS),S=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),R=i.getParameter(i.MAX_SAMPLES),T=i.getParameter(i.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:u,reversedDepthBuffer:d,maxTextures:f,maxVertexTextures:g,maxTextureSize:v,maxCubemapSize:p,maxAttributes:m,maxVertexUniforms:y,maxVaryings:A,maxFragmentUniforms:S,maxSamples:R,samples:T}}function nb(i){let e=this,t=null,n=0,s=!1,r=!1,o=new $n,a=new it,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(d,u){let f=d.length!==0||u||n!==0||s;return s=u,n=d.length,f},this.beginShadows=function(){r=!0,h(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(d,u){t=h(d,u,0)},this.setState=function(d,u,f){let g=d.clippingPlanes,v=d.clipIntersection,p=d.clipShadows,m=i.get(d);if(!s||g===null||g.length===0||r&&!p)r?h(null):c();else{let y=r?0:n,A=y*4,S=m.clippingState||null;l.value=S,S=h(g,u,A,f);for(let R=0;R!==A;++R)S[R]=t[R];m.clippingState=S,this.numIntersection=v?this.numPlanes:0,this.numPlanes+=y}};function c(){l.value!==t&&(l.value=t,l.needsUpdate=n>0),e.numPlanes=n,e.numIntersection=0}function h(d,u,f,g){let v=d!==null?d.length:0,p=null;if(v!==0){if(p=l.value,g!==!0||p===null){let m=f+v*4,y=u.matrixWorldInverse;a.getNormalMatrix(y),(p===null||p.length<m)&&(p=new Float32Array(m));for(let A=0,S=f;A!==v;++A,S+=4)o.copy(d[A]).applyMatrix4(y,a),o.normal.toArray(p,S),p[S+3]=o.constant}l.value=p,l.needsUpdate=!0}return e.numPlanes=v,e.numIntersection=0,p}}var Oa=class extends ai{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},s=[n,n,n,n,n,n];this.texture=new fa(s),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new Os(5,5,5),r=new Zi({name:"CubemapFromEquirect",uniforms:xr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Kn,blending:fr});r.uniforms.tEquirect.value=t;let o=new an(s,r),a=t.minFilter;return t.minFilter===gs&&(t.minFilter=Zn),new uo(1,10,this).update(e,o),t.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,n=!0,s=!0){let r=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,n,s);e.setRenderTarget(r)}},dm=256,ib=3,sb=20,Um=256,Fm=16,rb=3,ob=new B,ab=new We,Kc=class i{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new uo(1,10,null),this._boxMesh=new an(new Os(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,s=100,r={}){let{size:o=256,position:a=ob}=r,l=this._renderer;this._setSize(o);let c=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let d=l.autoClear,u=l.autoClearColor,f=l.autoClearDepth,g=l.autoClearStencil,v=e.background;l.autoClear=!0,l.autoClearColor=!0,l.autoClearDepth=!0,l.autoClearStencil=!0,v===null&&(e.background=l.getClearColor(ab));let p=new uo(n,s,h);return p.position.copy(a),p.update(l,e),l.autoClear=d,l.autoClearColor=u,l.autoClearDepth=f,l.autoClearStencil=g,e.background=v,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=mm(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=pm(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(dm,sd(e))}_fromTexture(e,t){e.mapping===mr||e.mapping===mo?this._setSize(e.image.length===0?dm:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=fm(e,!1,!1),n=Math.log2(e)-ib;for(let s=0;s<=n;s++)t.texture.mipmaps.push({width:e>>s,height:e>>s});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=fm(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let s=this._boxMesh,r=this._cubeCamera;s.material=n,r.renderTarget=e,r.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),r.update(this._renderer,s),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===mr||e.mapping===mo?(this._cubemapMaterial===null&&(this._cubemapMaterial=mm()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=pm()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=lb(),this._integrationMaterial=cb());let t=this._cubeSize,n=e.texture.mipmaps.length-1,s=this._ggxMaterial.uniforms;s.envMap.value=this._sourceTarget.texture;let r=this._integrationMaterial.uniforms;r.envMap.value=this._sourceTarget.texture,r.sourceLod.value=Math.log2(t/Fm);for(let o=0;o<=n;o++){let a=i.lodToRoughness(o,n);if(o>n-rb)r.roughness.value=a,this._renderCube(e,o,this._integrationMaterial);else{let l=a>0?Math.log2(t)+.5*Math.log2(6/(Um*Math.pow(a,4)))+.5:0;s.roughness.value=a,s.lodBias.value=l,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=hb());let n=this._blurMaterial,s=n.uniforms,r=this._sourceTarget;s.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,s.envMap.value=r.texture,this._renderCube(e,0,n),s.envMap.value=e.texture,this._renderCube(r,0,n)}};function fm(i,e,t){return new Oa(i,{minFilter:gs,generateMipmaps:e,type:Ii,colorSpace:ta,depthBuffer:t})}function Ba(i,e,t){return new Zi({name:i,uniforms:e,vertexShader:dt.cube_vert,fragmentShader:t,side:Kn,blending:fr,depthTest:!1,depthWrite:!1})}function lb(){return Ba("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${Um}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function cb(){return Ba("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:Fm}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function hb(){return Ba("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${sb}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function pm(){return Ba("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function mm(){return Ba("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function ub(i){let e=new WeakMap,t=new WeakMap,n=null;function s(u,f=!1){return u==null?null:f?o(u):r(u)}function r(u){if(u&&u.isTexture){let f=u.mapping;if(f===lc||f===cc)if(e.has(u)){let g=e.get(u).texture;return a(g,u.mapping)}else{let g=u.image;if(g&&g.height>0){let v=new Oa(g.height);return v.fromEquirectangularTexture(i,u),e.set(u,v),u.addEventListener("dispose",c),a(v.texture,u.mapping)}else return null}}return u}function o(u){if(u&&u.isTexture&&u.isPMREMTexture!==!0){let f=u.mapping,g=f===lc||f===cc,v=f===mr||f===mo;if(g||v){let p=t.get(u),m=p!==void 0?p.texture.pmremVersion:0;if(u.isRenderTargetTexture&&u.pmremVersion!==m)return n===null&&(n=new Kc(i)),p=g?n.fromEquirectangular(u,p):n.fromCubemap(u,p),p.texture.pmremVersion=u.pmremVersion,t.set(u,p),p.texture;if(p!==void 0)return p.texture;{let y=u.image;return g&&y&&y.height>0||v&&y&&l(y)?(n===null&&(n=new Kc(i)),p=g?n.fromEquirectangular(u):n.fromCubemap(u),p.texture.pmremVersion=u.pmremVersion,t.set(u,p),u.addEventListener("dispose",h),p.texture):null}}}return u}function a(u,f){return f===lc?u.mapping=mr:f===cc&&(u.mapping=mo),u}function l(u){let f=0,g=6;for(let v=0;v<g;v++)u[v]!==void 0&&f++;return f===g}function c(u){let f=u.target;f.removeEventListener("dispose",c);let g=e.get(f);g!==void 0&&(e.delete(f),g.dispose())}function h(u){let f=u.target;f.removeEventListener("dispose",h);let g=t.get(f);g!==void 0&&(t.delete(f),g.dispose())}function d(){e=new WeakMap,t=new WeakMap,n!==null&&(n.dispose(),n=null)}return{get:s,dispose:d}}function db(i){let e={};function t(n){if(e[n]!==void 0)return e[n];let s=i.getExtension(n);return e[n]=s,s}return{has:function(n){return t(n)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(n){let s=t(n);return s===null&&Jo("WebGLRenderer: "+n+" extension not supported."),s}}}function fb(i,e,t,n){let s={},r=new WeakMap,o=new FinalizationRegistry(g=>delete s[g]);function a(g){l(g.target)}function l(g){g.index!==null&&e.remove(g.index);for(let p in g.attributes)e.remove(g.attributes[p]);g.removeEventListener("dispose",a),delete s[g.id],o.unregister(g);let v=r.get(g);v&&(e.remove(v),r.delete(g)),n.releaseStatesOfGeometry(g),g.isInstancedBufferGeometry===!0&&delete g._maxInstanceCount,t.memory.geometries--}function c(g,v){return s[v.id]!==void 0||(v.addEventListener("dispose",a),s[v.id]=new WeakRef(v),o.register(v,v.id,v),t.memory.geometries++),v}function h(g){let v=g.attributes;for(let p in v)e.update(v[p],i.ARRAY_BUFFER)}function d(g){let v=g.index,p=g.attributes.position,m=0;if(p===void 0)return;let y=v!==null?v.array.length:p.array.length/3-1,A=p.count>=65535?la:aa,S=new A(Math.ceil(y/3)*6,1),R=S.array;if(v!==null){let _=v.array;m=v.version;for(let w=0,O=0;w<y;w+=3){let L=_[w+0],I=_[w+1],k=_[w+2];R[O++]=L,R[O++]=I,R[O++]=I,R[O++]=k,R[O++]=k,R[O++]=L}}else{m=p.version;for(let _=0,w=0;_<y;_+=3){let O=_+0,L=_+1,I=_+2;R[w++]=O,R[w++]=L,R[w++]=L,R[w++]=I,R[w++]=I,R[w++]=O}}S.version=m;let T=r.get(g);T&&e.remove(T),r.set(g,S)}function u(g){let v=r.get(g);if(v){let p=g.index;p!==null&&v.version<p.version&&d(g)}else d(g);return r.get(g)}function f(){for(let g in s){let v=s[g].deref();v!==void 0&&l(v)}}return{get:c,update:h,getWireframeAttribute:u,dispose:f}}function pb(i,e,t){let n;function s(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,u){i.drawElements(n,u,r,d*o),t.update(u,n,1)}function c(d,u,f){f!==0&&(i.drawElementsInstanced(n,u,r,d*o,f),t.update(u,n,f))}function h(d,u,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,u,0,r,d,0,f);let v=0;for(let p=0;p<f;p++)v+=u[p];t.update(v,n,1)}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=h}function mb(i){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(t.calls++,o){case i.TRIANGLES:t.triangles+=a*(r/3);break;case i.LINES:t.lines+=a*(r/2);break;case i.LINE_STRIP:t.lines+=a*(r-1);break;case i.LINE_LOOP:t.lines+=a*r;break;case i.POINTS:t.points+=a*r;break;default:nt("WebGLInfo: Unknown draw mode:",o);break}}function s(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:s,update:n}}function gb(i,e,t){let n=new WeakMap,s=new Nt;function r(o,a,l){let c=o.morphTargetInfluences,h=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,d=h!==void 0?h.length:0,u=n.get(a);if(u===void 0||u.count!==d){let O=function(){_.dispose(),n.delete(a),a.removeEventListener("dispose",O)};u!==void 0&&u.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,v=a.morphAttributes.color!==void 0,p=a.morphAttributes.position||[],m=a.morphAttributes.normal||[],y=a.morphAttributes.color||[],A=0;f===!0&&(A=1),g===!0&&(A=2),v===!0&&(A=3);let S=a.attributes.position.count*A,R=1;S>e.maxTextureSize&&(R=Math.ceil(S/e.maxTextureSize),S=e.maxTextureSize);let T=new Float32Array(S*R*4*d),_=new sa(T,S,R,d);_.type=ci,_.needsUpdate=!0;let w=A*4;for(let L=0;L<d;L++){let I=p[L],k=m[L],H=y[L],D=S*R*4*L;for(let V=0;V<I.count;V++){let q=V*w;f===!0&&(s.fromBufferAttribute(I,V),T[D+q+0]=s.x,T[D+q+1]=s.y,T[D+q+2]=s.z,T[D+q+3]=0),g===!0&&(s.fromBufferAttribute(k,V),T[D+q+4]=s.x,T[D+q+5]=s.y,T[D+q+6]=s.z,T[D+q+7]=0),v===!0&&(s.fromBufferAttribute(H,V),T[D+q+8]=s.x,T[D+q+9]=s.y,T[D+q+10]=s.z,T[D+q+11]=H.itemSize===4?s.w:1)}}u={count:d,texture:_,size:new Ze(S,R)},n.set(a,u),a.addEventListener("dispose",O)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,t);else{let f=0;for(let v=0;v<c.length;v++)f+=c[v];let g=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",u.texture,t),l.getUniforms().setValue(i,"morphTargetsTextureSize",u.size)}return{update:r}}function _b(i,e,t,n,s){let r=new WeakMap;function o(c){let h=s.render.frame,d=c.geometry,u=e.get(c,d);if(r.get(u)!==h&&(e.update(u),r.set(u,h)),c.isInstancedMesh&&(c.hasEventListener("dispose",l)===!1&&c.addEventListener("dispose",l),r.get(c)!==h&&(t.update(c.instanceMatrix,i.ARRAY_BUFFER),c.instanceColor!==null&&t.update(c.instanceColor,i.ARRAY_BUFFER),r.set(c,h))),c.isSkinnedMesh){let f=c.skeleton;r.get(f)!==h&&(f.update(),r.set(f,h))}return u}function a(){r=new WeakMap}function l(c){let h=c.target;h.removeEventListener("dispose",l),n.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:a}}var xb={[Bu]:"LINEAR_TONE_MAPPING",[ku]:"REINHARD_TONE_MAPPING",[zu]:"CINEON_TONE_MAPPING",[Hu]:"ACES_FILMIC_TONE_MAPPING",[Gu]:"AGX_TONE_MAPPING",[Wu]:"NEUTRAL_TONE_MAPPING",[Vu]:"CUSTOM_TONE_MAPPING"};function vb(i,e,t,n,s,r){let o=new ai(e,t,{type:i,depthBuffer:s,stencilBuffer:r,samples:n?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),a=null,l=null,c=null,h=new gn;h.setAttribute("position",new Tt([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new Tt([0,2,0,0,2,0],2));let d=new Yl({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),u=new an(h,d),f=new ur(-1,1,1,-1,0,1),g=null,v=null,p=!1,m,y=null,A=[],S=!1;this.setSize=function(R,T){o.setSize(R,T),a!==null&&a.setSize(R,T),l!==null&&l.setSize(R,T);for(let _=0;_<A.length;_++){let w=A[_];w.setSize&&w.setSize(R,T)}},this.setEffects=function(R){A=R,S=A.length>0&&A[0].isRenderPass===!0;let T=o.width,_=o.height;A.length>0&&a===null&&(a=new ai(T,_,{type:Ii,depthBuffer:!1,stencilBuffer:!1}),l=new ai(T,_,{type:Ii,depthBuffer:!1,stencilBuffer:!1}));let w=s===!0&&A.some(O=>O.needsDepthTexture===!0);w!==(o.depthTexture!==null)&&(w===!0&&c===null&&(c=new ms(T,_),r===!0&&(c.format=_s,c.type=gr)),o.dispose(),o.depthTexture=w?c:null,o.resolveDepthBuffer=w,o.storeMultisampledDepthBuffer=w);for(let O=0;O<A.length;O++){let L=A[O];L.setSize&&L.setSize(T,_),w&&L.needsDepthTexture===!0&&L.setDepthTexture&&L.setDepthTexture(c)}},this.begin=function(R,T){if(p||R.toneMapping===Ki&&A.length===0)return!1;if(y=T,T!==null){let _=T.width,w=T.height;(o.width!==_||o.height!==w)&&this.setSize(_,w)}return S===!1&&R.setRenderTarget(o),m=R.toneMapping,R.toneMapping=Ki,!0},this.hasRenderPass=function(){return S},this.end=function(R,T){R.toneMapping=m,p=!0;let _=o,w=a;for(let O=0;O<A.length;O++){let L=A[O];L.enabled!==!1&&(L.render(R,w,_,T),L.needsSwap!==!1&&(_=w,w=w===a?l:a))}if(g!==R.outputColorSpace||v!==R.toneMapping){g=R.outputColorSpace,v=R.toneMapping,d.defines={},vt.getTransfer(g)===Ct&&(d.defines.SRGB_TRANSFER="");let O=xb[v];O&&(d.defines[O]=""),d.needsUpdate=!0}d.uniforms.tDiffuse.value=_.texture,R.setRenderTarget(y),R.render(u,f),y=null,p=!1},this.isCompositing=function(){return p},this.dispose=function(){o.dispose(),a!==null&&a.dispose(),l!==null&&l.dispose(),h.dispose(),d.dispose()}}var Om=new On,Bm=new ms(1,1),km=new pa(1),zm=new sa,Hm=new zl,Vm=new fa,gm=[],_m=[],xm=new Float32Array(16),vm=new Float32Array(9),ym=new Float32Array(4);function vo(i,e,t){let n=i[0];if(n<=0||n>0)return i;let s=e*t,r=gm[s];if(r===void 0&&(r=new Float32Array(s),gm[s]=r),e!==0){n.toArray(r,0);for(let o=1,a=0;o!==e;++o)a+=t,i[o].toArray(r,a)}return r}function Sn(i,e){if(i.length!==e.length)return!1;for(let t=0,n=i.length;t<n;t++)if(i[t]!==e[t])return!1;return!0}function Mn(i,e){for(let t=0,n=e.length;t<n;t++)i[t]=e[t]}function jc(i,e){let t=_m[e];t===void 0&&(t=new Int32Array(e),_m[e]=t);for(let n=0;n!==e;++n)t[n]=i.allocateTextureUnit();return t}function yb(i,e){let t=this.cache;t[0]!==e&&(i.uniform1f(this.addr,e),t[0]=e)}function bb(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Sn(t,e))return;i.uniform2fv(this.addr,e),Mn(t,e)}}function Sb(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(i.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(Sn(t,e))return;i.uniform3fv(this.addr,e),Mn(t,e)}}function Mb(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Sn(t,e))return;i.uniform4fv(this.addr,e),Mn(t,e)}}function Eb(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(Sn(t,e))return;i.uniformMatrix2fv(this.addr,!1,e),Mn(t,e)}else{if(Sn(t,n))return;ym.set(n),i.uniformMatrix2fv(this.addr,!1,ym),Mn(t,n)}}function wb(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(Sn(t,e))return;i.uniformMatrix3fv(this.addr,!1,e),Mn(t,e)}else{if(Sn(t,n))return;vm.set(n),i.uniformMatrix3fv(this.addr,!1,vm),Mn(t,n)}}function Tb(i,e){let t=this.cache,n=e.elements;if(n===void 0){if(Sn(t,e))return;i.uniformMatrix4fv(this.addr,!1,e),Mn(t,e)}else{if(Sn(t,n))return;xm.set(n),i.uniformMatrix4fv(this.addr,!1,xm),Mn(t,n)}}function Ab(i,e){let t=this.cache;t[0]!==e&&(i.uniform1i(this.addr,e),t[0]=e)}function Rb(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Sn(t,e))return;i.uniform2iv(this.addr,e),Mn(t,e)}}function Cb(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Sn(t,e))return;i.uniform3iv(this.addr,e),Mn(t,e)}}function Pb(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Sn(t,e))return;i.uniform4iv(this.addr,e),Mn(t,e)}}function Lb(i,e){let t=this.cache;t[0]!==e&&(i.uniform1ui(this.addr,e),t[0]=e)}function Ib(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(i.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(Sn(t,e))return;i.uniform2uiv(this.addr,e),Mn(t,e)}}function Db(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(i.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(Sn(t,e))return;i.uniform3uiv(this.addr,e),Mn(t,e)}}function Nb(i,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(i.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(Sn(t,e))return;i.uniform4uiv(this.addr,e),Mn(t,e)}}function Qc(i){return i.version===0&&(i.compareFunction=ed,i.needsUpdate=!0),i}function Ub(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?r=Qc(Bm):r=Om,t.setTexture2D(e||r,s)}function Fb(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture3D(e||Hm,s)}function Ob(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_CUBE_SHADOW?r=Qc(km):r=Vm,t.setTextureCube(e||r,s)}function Bb(i,e,t){let n=this.cache,s=t.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),t.setTexture2DArray(e||zm,s)}function kb(i){switch(i){case 5126:return yb;case 35664:return bb;case 35665:return Sb;case 35666:return Mb;case 35674:return Eb;case 35675:return wb;case 35676:return Tb;case 5124:case 35670:return Ab;case 35667:case 35671:return Rb;case 35668:case 35672:return Cb;case 35669:case 35673:return Pb;case 5125:return Lb;case 36294:return Ib;case 36295:return Db;case 36296:return Nb;case 35678:case 36198:case 36298:case 36306:case 35682:return Ub;case 35679:case 36299:case 36307:return Fb;case 35680:case 36300:case 36308:case 36293:return Ob;case 36289:case 36303:case 36311:case 36292:return Bb}}function zb(i,e){i.uniform1fv(this.addr,e)}function Hb(i,e){let t=vo(e,this.size,2);i.uniform2fv(this.addr,t)}function Vb(i,e){let t=vo(e,this.size,3);i.uniform3fv(this.addr,t)}function Gb(i,e){let t=vo(e,this.size,4);i.uniform4fv(this.addr,t)}function Wb(i,e){let t=vo(e,this.size,4);i.uniformMatrix2fv(this.addr,!1,t)}function Xb(i,e){let t=vo(e,this.size,9);i.uniformMatrix3fv(this.addr,!1,t)}function qb(i,e){let t=vo(e,this.size,16);i.uniformMatrix4fv(this.addr,!1,t)}function Yb(i,e){i.uniform1iv(this.addr,e)}function $b(i,e){i.uniform2iv(this.addr,e)}function Zb(i,e){i.uniform3iv(this.addr,e)}function Kb(i,e){i.uniform4iv(this.addr,e)}function Jb(i,e){i.uniform1uiv(this.addr,e)}function jb(i,e){i.uniform2uiv(this.addr,e)}function Qb(i,e){i.uniform3uiv(this.addr,e)}function eS(i,e){i.uniform4uiv(this.addr,e)}function tS(i,e,t){let n=this.cache,s=e.length,r=jc(t,s);Sn(n,r)||(i.uniform1iv(this.addr,r),Mn(n,r));let o;this.type===i.SAMPLER_2D_SHADOW?o=Qc(Bm):o=Om;for(let a=0;a!==s;++a)t.setTexture2D(e[a]||o,r[a])}function nS(i,e,t){let n=this.cache,s=e.length,r=jc(t,s);Sn(n,r)||(i.uniform1iv(this.addr,r),Mn(n,r));for(let o=0;o!==s;++o)t.setTexture3D(e[o]||Hm,r[o])}function iS(i,e,t){let n=this.cache,s=e.length,r=jc(t,s);Sn(n,r)||(i.uniform1iv(this.addr,r),Mn(n,r));let o;this.type===i.SAMPLER_CUBE_SHADOW?o=Qc(km):o=Vm;for(let a=0;a!==s;++a)t.setTextureCube(e[a]||o,r[a])}function sS(i,e,t){let n=this.cache,s=e.length,r=jc(t,s);Sn(n,r)||(i.uniform1iv(this.addr,r),Mn(n,r));for(let o=0;o!==s;++o)t.setTexture2DArray(e[o]||zm,r[o])}function rS(i){switch(i){case 5126:return zb;case 35664:return Hb;case 35665:return Vb;case 35666:return Gb;case 35674:return Wb;case 35675:return Xb;case 35676:return qb;case 5124:case 35670:return Yb;case 35667:case 35671:return $b;case 35668:case 35672:return Zb;case 35669:case 35673:return Kb;case 5125:return Jb;case 36294:return jb;case 36295:return Qb;case 36296:return eS;case 35678:case 36198:case 36298:case 36306:case 35682:return tS;case 35679:case 36299:case 36307:return nS;case 35680:case 36300:case 36308:case 36293:return iS;case 36289:case 36303:case 36311:case 36292:return sS}}var dd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=kb(t.type)}},fd=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=rS(t.type)}},pd=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(e,t[a.id],n)}}},hd=/(\w+)(\])?(\[|\.)?/g;function bm(i,e){i.seq.push(e),i.map[e.id]=e}function oS(i,e,t){let n=i.name,s=n.length;for(hd.lastIndex=0;;){let r=hd.exec(n),o=hd.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){bm(t,c===void 0?new dd(a,i,e):new fd(a,i,e));break}else{let d=t.map[a];d===void 0&&(d=new pd(a),bm(t,d)),t=d}}}var xo=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<n;++o){let a=e.getActiveUniform(t,o),l=e.getUniformLocation(t,a.name);oS(a,l,this)}let s=[],r=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?s.push(o):r.push(o);s.length>0&&(this.seq=s.concat(r))}setValue(e,t,n,s){let r=this.map[t];r!==void 0&&r.setValue(e,n,s)}setOptional(e,t,n){let s=t[n];s!==void 0&&this.setValue(e,n,s)}static upload(e,t,n,s){for(let r=0,o=t.length;r!==o;++r){let a=t[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(e,l.value,s)}}static seqWithValue(e,t){let n=[];for(let s=0,r=e.length;s!==r;++s){let o=e[s];o.id in t&&n.push(o)}return n}};function Sm(i,e,t){let n=i.createShader(e);return i.shaderSource(n,t),i.compileShader(n),n}var aS=37297,lS=0;function cS(i,e){let t=i.split(`
`),n=[],s=Math.max(e-6,0),r=Math.min(e+6,t.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===e?">":" "} ${a}: ${t[o]}`)}return n.join(`
`)}var Mm=new it;function hS(i){vt._getMatrix(Mm,vt.workingColorSpace,i);let e=`mat3( ${Mm.elements.map(t=>t.toFixed(4))} )`;switch(vt.getTransfer(i)){case na:return[e,"LinearTransferOETF"];case Ct:return[e,"sRGBTransferOETF"];default:return qe("WebGLProgram: Unsupported color space: ",i),[e,"LinearTransferOETF"]}}function Em(i,e,t){let n=i.getShaderParameter(e,i.COMPILE_STATUS),r=(i.getShaderInfoLog(e)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return t.toUpperCase()+`

`+r+`

`+cS(i.getShaderSource(e),a)}else return r}function uS(i,e){let t=hS(e);return[`vec4 ${i}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var dS={[Bu]:"Linear",[ku]:"Reinhard",[zu]:"Cineon",[Hu]:"ACESFilmic",[Gu]:"AgX",[Wu]:"Neutral",[Vu]:"Custom"};function fS(i,e){let t=dS[e];return t===void 0?(qe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+i+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+i+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var Zc=new B;function pS(){vt.getLuminanceCoefficients(Zc);let i=Zc.x.toFixed(4),e=Zc.y.toFixed(4),t=Zc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function mS(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Fa).join(`
`)}function gS(i){let e=[];for(let t in i){let n=i[t];n!==!1&&e.push("#define "+t+" "+n)}return e.join(`
`)}function _S(i,e){let t={},n=i.getProgramParameter(e,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(e,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),t[o]={type:r.type,location:i.getAttribLocation(e,o),locationSize:a}}return t}function Fa(i){return i!==""}function wm(i,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return i.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Tm(i,e){return i.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var xS=/^[ \t]*#include +<([\w\d./]+)>/gm;function md(i){return i.replace(xS,vS)}function vS(i,e){let t=dt[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return md(t)}var yS=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Am(i){return i.replace(yS,bS)}function bS(i,e,t,n){let s="";for(let r=parseInt(e);r<parseInt(t);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function Rm(i){let e=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?e+=`
#define HIGH_PRECISION`:i.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var SS={[dr]:"SHADOWMAP_TYPE_PCF",[fo]:"SHADOWMAP_TYPE_VSM"};function MS(i){return SS[i.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var ES={[mo]:"ENVMAP_MODE_REFRACTION"};function wS(i){return i.envMap===!1?"ENVMAP_MODE_REFLECTION":ES[i.envMapMode]||"ENVMAP_MODE_REFLECTION"}var TS={[ac]:"ENVMAP_BLENDING_MULTIPLY",[Gp]:"ENVMAP_BLENDING_MIX",[Wp]:"ENVMAP_BLENDING_ADD"};function AS(i){return i.envMap===!1?"ENVMAP_BLENDING_NONE":TS[i.combine]||"ENVMAP_BLENDING_NONE"}function RS(i,e,t,n){let s=i.getContext(),r=t.defines,o=t.vertexShader,a=t.fragmentShader,l=MS(t),c=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=wS(t),d=AS(t),u=mS(t),f=gS(r),g=s.createProgram(),v,p,m=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(v=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Fa).join(`
`),v.length>0&&(v+=`
`),p=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Fa).join(`
`),p.length>0&&(p+=`
`)):(v=[Rm(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Fa).join(`
`),p=[Rm(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+c:"",t.envMap?"#define "+h:"",t.envMap?"#define "+d:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+l:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==Ki?"#define TONE_MAPPING":"",t.toneMapping!==Ki?dt.tonemapping_pars_fragment:"",t.toneMapping!==Ki?fS("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",dt.colorspace_pars_fragment,uS("linearToOutputTexel",t.outputColorSpace),pS(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Fa).join(`
`)),o=md(o),o=wm(o,t),o=Tm(o,t),a=md(a),a=wm(a,t),a=Tm(a,t),o=Am(o),a=Am(a),t.isRawShaderMaterial!==!0&&(m=`#version 300 es
`,v=[u,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+v,p=["#define varying in",t.glslVersion===td?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===td?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let y=m+v+o,A=m+p+a,S=Sm(s,s.VERTEX_SHADER,y),R=Sm(s,s.FRAGMENT_SHADER,A);s.attachShader(g,S),s.attachShader(g,R),t.index0AttributeName!==void 0?s.bindAttribLocation(g,0,t.index0AttributeName):t.hasPositionAttribute===!0&&s.bindAttribLocation(g,0,"position"),s.linkProgram(g);function T(L){if(i.debug.checkShaderErrors){let I=s.getProgramInfoLog(g)||"",k=s.getShaderInfoLog(S)||"",H=s.getShaderInfoLog(R)||"",D=I.trim(),V=k.trim(),q=H.trim(),W=!0,ce=!0;if(s.getProgramParameter(g,s.LINK_STATUS)===!1)if(W=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,g,S,R);else{let $=Em(s,S,"vertex"),K=Em(s,R,"fragment");nt("WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(g,s.VALIDATE_STATUS)+`

Material Name: `+L.name+`
Material Type: `+L.type+`

Program Info Log: `+D+`
`+$+`
`+K)}else D!==""?qe("WebGLProgram: Program Info Log:",D):(V===""||q==="")&&(ce=!1);ce&&(L.diagnostics={runnable:W,programLog:D,vertexShader:{log:V,prefix:v},fragmentShader:{log:q,prefix:p}})}s.deleteShader(S),s.deleteShader(R),_=new xo(s,g),w=_S(s,g)}let _;this.getUniforms=function(){return _===void 0&&T(this),_};let w;this.getAttributes=function(){return w===void 0&&T(this),w};let O=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return O===!1&&(O=s.getProgramParameter(g,aS)),O},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(g),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=lS++,this.cacheKey=e,this.usedTimes=1,this.program=g,this.vertexShader=S,this.fragmentShader=R,this}var CS=0,gd=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let s=this._getShaderCacheForMaterial(e);return s.has(t)===!1&&(s.add(t),t.usedTimes++),s.has(n)===!1&&(s.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let n of t)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new _d(e),t.set(e,n)),n}},_d=class{constructor(e){this.id=CS++,this.code=e,this.usedTimes=0}};function PS(i){return i===Ys||i===Ia||i===Da}function LS(i,e,t,n,s,r){let o=new ro,a=new gd,l=new Set,c=[],h=new Map,d=n.logarithmicDepthBuffer,u={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(_){return l.add(_),_===0?"uv":`uv${_}`}function g(_,w,O,L,I,k){let H=L.fog,D=I.geometry,V=_.isMeshStandardMaterial||_.isMeshLambertMaterial||_.isMeshPhongMaterial?L.environment:null,q=_.isMeshStandardMaterial||_.isMeshLambertMaterial&&!_.envMap||_.isMeshPhongMaterial&&!_.envMap,W=e.get(_.envMap||V,q),ce=u[_.type],$=n.precision;_.precision!==null&&($=n.getMaxPrecision(_.precision),$!==_.precision&&qe("WebGLProgram.getParameters:",_.precision,"not supported, using",$,"instead."));let K=D.morphAttributes.position||D.morphAttributes.normal||D.morphAttributes.color,ee=K!==void 0?K.length:0,le=0;D.morphAttributes.position!==void 0&&(le=1),D.morphAttributes.normal!==void 0&&(le=2),D.morphAttributes.color!==void 0&&(le=3);let te,j,de,me;if(ce){let Re=ji[ce];te=Re.vertexShader,j=Re.fragmentShader}else{te=_.vertexShader,j=_.fragmentShader;let Re=a.getVertexShaderStage(_),ct=a.getFragmentShaderStage(_);a.update(_,Re,ct),de=Re.id,me=ct.id}let _e=i.getRenderTarget(),xe=i.state.buffers.depth.getReversed(),Ve=I.isInstancedMesh===!0,Qe=I.isBatchedMesh===!0,Oe=!!_.map,ht=!!_.matcap,lt=!!W,Ke=lt&&W.isPMREMTexture===!0,zt=!!_.aoMap,Ht=!!_.lightMap,ln=!!_.bumpMap&&_.wireframe===!1,Ut=!!_.normalMap,An=!!_.displacementMap,bt=!!_.emissiveMap,vn=!!_.metalnessMap,jt=!!_.roughnessMap,cn=_.anisotropy>0,F=_.clearcoat>0,Ce=_.diffuseRoughness>0,$e=_.dispersion>0,at=_.retroreflectivity>0,Ee=_.iridescence>0,Ot=_.sheen>0,He=_.transmission>0,Ye=cn&&!!_.anisotropyMap,C=F&&!!_.clearcoatMap,b=F&&!!_.clearcoatNormalMap,X=F&&!!_.clearcoatRoughnessMap,ue=Ce&&!!_.diffuseRoughnessMap,oe=Ee&&!!_.iridescenceMap,ve=Ee&&!!_.iridescenceThicknessMap,ye=Ot&&!!_.sheenColorMap,ne=Ot&&!!_.sheenRoughnessMap,se=!!_.specularMap,pe=!!_.specularColorMap,U=!!_.specularIntensityMap,re=He&&!!_.transmissionMap,ie=He&&!!_.thicknessMap,we=!!_.gradientMap,ge=!!_.alphaMap,Me=_.alphaTest>0,Ge=!!_.alphaHash,et=!!_.extensions,he=Ki;_.toneMapped&&(_e===null||_e.isXRRenderTarget===!0)&&(he=i.toneMapping);let Be=Ke?W.isCompressedCubeTexture?W.image[0].mipmaps:W.mipmaps:null,tt={shaderID:ce,shaderType:_.type,shaderName:_.name,vertexShader:te,fragmentShader:j,defines:_.defines,customVertexShaderID:de,customFragmentShaderID:me,isRawShaderMaterial:_.isRawShaderMaterial===!0,glslVersion:_.glslVersion,precision:$,batching:Qe,batchingColor:Qe&&I._colorsTexture!==null,instancing:Ve,instancingColor:Ve&&I.instanceColor!==null,instancingMorph:Ve&&I.morphTexture!==null,outputColorSpace:_e===null?i.outputColorSpace:_e.isXRRenderTarget===!0?_e.texture.colorSpace:vt.workingColorSpace,alphaToCoverage:!!_.alphaToCoverage,map:Oe,matcap:ht,envMap:lt,envMapMode:lt&&W.mapping,envMapPMREM:Ke,envMapMaxLod:Ke?Be.length-1:null,envMapSize:Ke?Be[0].width:null,aoMap:zt,lightMap:Ht,bumpMap:ln,normalMap:Ut,displacementMap:An,emissiveMap:bt,normalMapObjectSpace:Ut&&_.normalMapType===$p,normalMapTangentSpace:Ut&&_.normalMapType===Na,packedNormalMap:Ut&&_.normalMapType===Na&&PS(_.normalMap.format),metalnessMap:vn,roughnessMap:jt,anisotropy:cn,anisotropyMap:Ye,clearcoat:F,clearcoatMap:C,clearcoatNormalMap:b,clearcoatRoughnessMap:X,diffuseRoughness:Ce,diffuseRoughnessMap:ue,dispersion:$e,retroreflection:at,iridescence:Ee,iridescenceMap:oe,iridescenceThicknessMap:ve,sheen:Ot,sheenColorMap:ye,sheenRoughnessMap:ne,specularMap:se,specularColorMap:pe,specularIntensityMap:U,transmission:He,transmissionMap:re,thicknessMap:ie,gradientMap:we,opaque:_.transparent===!1&&_.blending===po&&_.alphaToCoverage===!1,alphaMap:ge,alphaTest:Me,alphaHash:Ge,combine:_.combine,mapUv:Oe&&f(_.map.channel),aoMapUv:zt&&f(_.aoMap.channel),lightMapUv:Ht&&f(_.lightMap.channel),bumpMapUv:ln&&f(_.bumpMap.channel),normalMapUv:Ut&&f(_.normalMap.channel),displacementMapUv:An&&f(_.displacementMap.channel),emissiveMapUv:bt&&f(_.emissiveMap.channel),metalnessMapUv:vn&&f(_.metalnessMap.channel),roughnessMapUv:jt&&f(_.roughnessMap.channel),anisotropyMapUv:Ye&&f(_.anisotropyMap.channel),clearcoatMapUv:C&&f(_.clearcoatMap.channel),clearcoatNormalMapUv:b&&f(_.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:X&&f(_.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:ue&&f(_.diffuseRoughnessMap.channel),iridescenceMapUv:oe&&f(_.iridescenceMap.channel),iridescenceThicknessMapUv:ve&&f(_.iridescenceThicknessMap.channel),sheenColorMapUv:ye&&f(_.sheenColorMap.channel),sheenRoughnessMapUv:ne&&f(_.sheenRoughnessMap.channel),specularMapUv:se&&f(_.specularMap.channel),specularColorMapUv:pe&&f(_.specularColorMap.channel),specularIntensityMapUv:U&&f(_.specularIntensityMap.channel),transmissionMapUv:re&&f(_.transmissionMap.channel),thicknessMapUv:ie&&f(_.thicknessMap.channel),alphaMapUv:ge&&f(_.alphaMap.channel),vertexTangents:!!D.attributes.tangent&&(Ut||cn),vertexNormals:!!D.attributes.normal,vertexColors:_.vertexColors,vertexAlphas:_.vertexColors===!0&&!!D.attributes.color&&D.attributes.color.itemSize===4,pointsUvs:I.isPoints===!0&&!!D.attributes.uv&&(Oe||ge),fog:!!H,useFog:_.fog===!0,fogExp2:!!H&&H.isFogExp2,flatShading:_.wireframe===!1&&(_.flatShading===!0||D.attributes.normal===void 0&&Ut===!1&&(_.isMeshLambertMaterial||_.isMeshPhongMaterial||_.isMeshStandardMaterial||_.isMeshPhysicalMaterial)),sizeAttenuation:_.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:xe,skinning:I.isSkinnedMesh===!0,hasPositionAttribute:D.attributes.position!==void 0,morphTargets:D.morphAttributes.position!==void 0,morphNormals:D.morphAttributes.normal!==void 0,morphColors:D.morphAttributes.color!==void 0,morphTargetsCount:ee,morphTextureStride:le,numSunLights:w.sun.length,numDirLights:w.directional.length,numPointLights:w.point.length,numSpotLights:w.spot.length,numSpotLightMaps:w.spotLightMap.length,numRectAreaLights:w.rectArea.length,numHemiLights:w.hemi.length,numSunLightShadows:w.sunShadowMap.length,numDirLightShadows:w.directionalShadowMap.length,numPointLightShadows:w.pointShadowMap.length,numSpotLightShadows:w.spotShadowMap.length,numSpotLightShadowsWithMaps:w.numSpotLightShadowsWithMaps,numLightProbes:w.numLightProbes,numLightProbeGrids:k.filter(Re=>Re.texture!==null).length,numClippingPlanes:r.numPlanes,numClipIntersection:r.numIntersection,dithering:_.dithering,shadowMapEnabled:i.shadowMap.enabled&&O.length>0,shadowMapType:i.shadowMap.type,toneMapping:he,decodeVideoTexture:Oe&&_.map.isVideoTexture===!0&&vt.getTransfer(_.map.colorSpace)===Ct,decodeVideoTextureEmissive:bt&&_.emissiveMap.isVideoTexture===!0&&vt.getTransfer(_.emissiveMap.colorSpace)===Ct,premultipliedAlpha:_.premultipliedAlpha,doubleSided:_.side===jn,flipSided:_.side===Kn,useDepthPacking:_.depthPacking>=0,depthPacking:_.depthPacking||0,index0AttributeName:_.index0AttributeName,extensionClipCullDistance:et&&_.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(et&&_.extensions.multiDraw===!0||Qe)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:_.customProgramCacheKey()};return tt.vertexUv1s=l.has(1),tt.vertexUv2s=l.has(2),tt.vertexUv3s=l.has(3),l.clear(),tt}function v(_){let w=[];if(_.shaderID?w.push(_.shaderID):(w.push(_.customVertexShaderID),w.push(_.customFragmentShaderID)),_.defines!==void 0)for(let O in _.defines)w.push(O),w.push(_.defines[O]);return _.isRawShaderMaterial===!1&&(p(w,_),m(w,_),w.push(i.outputColorSpace)),w.push(_.customProgramCacheKey),w.join()}function p(_,w){_.push(w.precision),_.push(w.outputColorSpace),_.push(w.envMapMode),_.push(w.envMapPMREM),_.push(w.envMapMaxLod),_.push(w.envMapSize),_.push(w.mapUv),_.push(w.alphaMapUv),_.push(w.lightMapUv),_.push(w.aoMapUv),_.push(w.bumpMapUv),_.push(w.normalMapUv),_.push(w.displacementMapUv),_.push(w.emissiveMapUv),_.push(w.metalnessMapUv),_.push(w.roughnessMapUv),_.push(w.anisotropyMapUv),_.push(w.clearcoatMapUv),_.push(w.clearcoatNormalMapUv),_.push(w.clearcoatRoughnessMapUv),_.push(w.diffuseRoughnessMapUv),_.push(w.iridescenceMapUv),_.push(w.iridescenceThicknessMapUv),_.push(w.sheenColorMapUv),_.push(w.sheenRoughnessMapUv),_.push(w.specularMapUv),_.push(w.specularColorMapUv),_.push(w.specularIntensityMapUv),_.push(w.transmissionMapUv),_.push(w.thicknessMapUv),_.push(w.combine),_.push(w.fogExp2),_.push(w.sizeAttenuation),_.push(w.morphTargetsCount),_.push(w.numSunLights),_.push(w.numDirLights),_.push(w.numPointLights),_.push(w.numSpotLights),_.push(w.numSpotLightMaps),_.push(w.numHemiLights),_.push(w.numRectAreaLights),_.push(w.numSunLightShadows),_.push(w.numDirLightShadows),_.push(w.numPointLightShadows),_.push(w.numSpotLightShadows),_.push(w.numSpotLightShadowsWithMaps),_.push(w.numLightProbes),_.push(w.numLightProbeGrids),_.push(w.shadowMapType),_.push(w.toneMapping),_.push(w.numClippingPlanes),_.push(w.numClipIntersection),_.push(w.depthPacking)}function m(_,w){o.disableAll(),w.instancing&&o.enable(0),w.instancingColor&&o.enable(1),w.instancingMorph&&o.enable(2),w.matcap&&o.enable(3),w.envMap&&o.enable(4),w.normalMapObjectSpace&&o.enable(5),w.normalMapTangentSpace&&o.enable(6),w.clearcoat&&o.enable(7),w.iridescence&&o.enable(8),w.alphaTest&&o.enable(9),w.vertexColors&&o.enable(10),w.vertexAlphas&&o.enable(11),w.vertexUv1s&&o.enable(12),w.vertexUv2s&&o.enable(13),w.vertexUv3s&&o.enable(14),w.vertexTangents&&o.enable(15),w.anisotropy&&o.enable(16),w.alphaHash&&o.enable(17),w.batching&&o.enable(18),w.dispersion&&o.enable(19),w.retroreflection&&o.enable(24),w.diffuseRoughness&&o.enable(25),w.batchingColor&&o.enable(20),w.gradientMap&&o.enable(21),w.packedNormalMap&&o.enable(22),w.vertexNormals&&o.enable(23),_.push(o.mask),o.disableAll(),w.fog&&o.enable(0),w.useFog&&o.enable(1),w.flatShading&&o.enable(2),w.logarithmicDepthBuffer&&o.enable(3),w.reversedDepthBuffer&&o.enable(4),w.skinning&&o.enable(5),w.morphTargets&&o.enable(6),w.morphNormals&&o.enable(7),w.morphColors&&o.enable(8),w.premultipliedAlpha&&o.enable(9),w.shadowMapEnabled&&o.enable(10),w.doubleSided&&o.enable(11),w.flipSided&&o.enable(12),w.useDepthPacking&&o.enable(13),w.dithering&&o.enable(14),w.transmission&&o.enable(15),w.sheen&&o.enable(16),w.opaque&&o.enable(17),w.pointsUvs&&o.enable(18),w.decodeVideoTexture&&o.enable(19),w.decodeVideoTextureEmissive&&o.enable(20),w.alphaToCoverage&&o.enable(21),w.numLightProbeGrids>0&&o.enable(22),w.hasPositionAttribute&&o.enable(23),_.push(o.mask)}function y(_){let w=u[_.type],O;if(w){let L=ji[w];O=cm.clone(L.uniforms)}else O=_.uniforms;return O}function A(_,w){let O=h.get(w);return O!==void 0?++O.usedTimes:(O=new RS(i,w,_,s),c.push(O),h.set(w,O)),O}function S(_){if(--_.usedTimes===0){let w=c.indexOf(_);c[w]=c[c.length-1],c.pop(),h.delete(_.cacheKey),_.destroy()}}function R(_){a.remove(_)}function T(){a.dispose()}return{getParameters:g,getProgramCacheKey:v,getUniforms:y,acquireProgram:A,releaseProgram:S,releaseShaderCache:R,programs:c,dispose:T}}function IS(){let i=new WeakMap;function e(o){return i.has(o)}function t(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:e,get:t,remove:n,update:s,dispose:r}}function DS(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.material.id!==e.material.id?i.material.id-e.material.id:i.materialVariant!==e.materialVariant?i.materialVariant-e.materialVariant:i.z!==e.z?i.z-e.z:i.id-e.id}function Cm(i,e){return i.groupOrder!==e.groupOrder?i.groupOrder-e.groupOrder:i.renderOrder!==e.renderOrder?i.renderOrder-e.renderOrder:i.z!==e.z?e.z-i.z:i.id-e.id}function Pm(){let i=[],e=0,t=[],n=[],s=[];function r(){e=0,t.length=0,n.length=0,s.length=0}function o(u){let f=0;return u.isInstancedMesh&&(f+=2),u.isSkinnedMesh&&(f+=1),f}function a(u,f,g,v,p,m){let y=i[e];return y===void 0?(y={id:u.id,object:u,geometry:f,material:g,materialVariant:o(u),groupOrder:v,renderOrder:u.renderOrder,z:p,group:m},i[e]=y):(y.id=u.id,y.object=u,y.geometry=f,y.material=g,y.materialVariant=o(u),y.groupOrder=v,y.renderOrder=u.renderOrder,y.z=p,y.group=m),e++,y}function l(u,f,g,v,p,m,y){y.reversedDepth===!0&&(p=-p);let A=a(u,f,g,v,p,m);g.transmission>0?n.push(A):g.transparent===!0?s.push(A):t.push(A)}function c(u,f,g,v,p,m){let y=a(u,f,g,v,p,m);g.transmission>0?n.unshift(y):g.transparent===!0?s.unshift(y):t.unshift(y)}function h(u,f){t.length>1&&t.sort(u||DS),n.length>1&&n.sort(f||Cm),s.length>1&&s.sort(f||Cm)}function d(){for(let u=e,f=i.length;u<f;u++){let g=i[u];if(g.id===null)break;g.id=null,g.object=null,g.geometry=null,g.material=null,g.group=null}}return{opaque:t,transmissive:n,transparent:s,init:r,push:l,unshift:c,finish:d,sort:h}}function NS(){let i=new WeakMap;function e(n,s){let r=i.get(n),o;return r===void 0?(o=new Pm,i.set(n,[o])):s>=r.length?(o=new Pm,r.push(o)):o=r[s],o}function t(){i=new WeakMap}return{get:e,dispose:t}}function US(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new B,color:new We};break;case"SpotLight":t={position:new B,direction:new B,color:new We,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new B,color:new We,distance:0,decay:0};break;case"HemisphereLight":t={direction:new B,skyColor:new We,groundColor:new We};break;case"RectAreaLight":t={color:new We,position:new B,halfWidth:new B,halfHeight:new B};break}return i[e.id]=t,t}}}function FS(){let i={};return{get:function(e){if(i[e.id]!==void 0)return i[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ze};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ze};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new Ze,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[e.id]=t,t}}}var OS=0;function BS(i,e){return(e.castShadow?2:0)-(i.castShadow?2:0)+(e.map?1:0)-(i.map?1:0)}function kS(i){let e=new US,t=FS(),n={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new B);let s=new B,r=new rt,o=new rt;function a(c){let h=0,d=0,u=0;for(let k=0;k<9;k++)n.probe[k].set(0,0,0);let f=0,g=0,v=0,p=0,m=0,y=0,A=0,S=0,R=0,T=0,_=0,w=0,O=0,L=0;c.sort(BS);for(let k=0,H=c.length;k<H;k++){let D=c[k],V=D.color,q=D.intensity,W=D.distance,ce=null;if(D.shadow&&D.shadow.map&&(D.shadow.map.texture.format===Ys?ce=D.shadow.map.texture:ce=D.shadow.map.depthTexture||D.shadow.map.texture),D.isAmbientLight)h+=V.r*q,d+=V.g*q,u+=V.b*q;else if(D.isLightProbe){for(let $=0;$<9;$++)n.probe[$].addScaledVector(D.sh.coefficients[$],q);L++}else if(D.isSunLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let K=D.shadow,ee=t.get(D);ee.shadowIntensity=K.intensity,ee.shadowBias=K.bias,ee.shadowNormalBias=K.normalBias,ee.shadowRadius=K.radius,ee.shadowMapSize.copy(K.mapSize).multiply(K.getFrameExtents()),n.sunShadow[g]=ee,n.sunShadowMap[g]=ce;let le=K.getViewportCount();for(let te=0;te<le;te++)n.sunShadowMatrix[v+te]=K.getMatrix(te),n.sunShadowCascade[v+te]=K._cascadeData[te];v+=le,g++}n.sun[f]=$,f++}else if(D.isDirectionalLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),D.castShadow){let K=D.shadow,ee=t.get(D);ee.shadowIntensity=K.intensity,ee.shadowBias=K.bias,ee.shadowNormalBias=K.normalBias,ee.shadowRadius=K.radius,ee.shadowMapSize=K.mapSize,n.directionalShadow[p]=ee,n.directionalShadowMap[p]=ce,n.directionalShadowMatrix[p]=D.shadow.matrix,R++}n.directional[p]=$,p++}else if(D.isSpotLight){let $=e.get(D);$.position.setFromMatrixPosition(D.matrixWorld),$.color.copy(V).multiplyScalar(q),$.distance=W,$.coneCos=Math.cos(D.angle),$.penumbraCos=Math.cos(D.angle*(1-D.penumbra)),$.decay=D.decay,n.spot[y]=$;let K=D.shadow;if(D.map&&(n.spotLightMap[w]=D.map,w++,K.updateMatrices(D),D.castShadow&&O++),n.spotLightMatrix[y]=K.matrix,D.castShadow){let ee=t.get(D);ee.shadowIntensity=K.intensity,ee.shadowBias=K.bias,ee.shadowNormalBias=K.normalBias,ee.shadowRadius=K.radius,ee.shadowMapSize=K.mapSize,n.spotShadow[y]=ee,n.spotShadowMap[y]=ce,_++}y++}else if(D.isRectAreaLight){let $=e.get(D);$.color.copy(V).multiplyScalar(q),$.halfWidth.set(D.width*.5,0,0),$.halfHeight.set(0,D.height*.5,0),n.rectArea[A]=$,A++}else if(D.isPointLight){let $=e.get(D);if($.color.copy(D.color).multiplyScalar(D.intensity),$.distance=D.distance,$.decay=D.decay,D.castShadow){let K=D.shadow,ee=t.get(D);ee.shadowIntensity=K.intensity,ee.shadowBias=K.bias,ee.shadowNormalBias=K.normalBias,ee.shadowRadius=K.radius,ee.shadowMapSize=K.mapSize,ee.shadowCameraNear=K.camera.near,ee.shadowCameraFar=K.camera.far,n.pointShadow[m]=ee,n.pointShadowMap[m]=ce,n.pointShadowMatrix[m]=D.shadow.matrix,T++}n.point[m]=$,m++}else if(D.isHemisphereLight){let $=e.get(D);$.skyColor.copy(D.color).multiplyScalar(q),$.groundColor.copy(D.groundColor).multiplyScalar(q),n.hemi[S]=$,S++}}A>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=Ie.LTC_FLOAT_1,n.rectAreaLTC2=Ie.LTC_FLOAT_2):(n.rectAreaLTC1=Ie.LTC_HALF_1,n.rectAreaLTC2=Ie.LTC_HALF_2)),n.ambient[0]=h,n.ambient[1]=d,n.ambient[2]=u;let I=n.hash;(I.sunLength!==f||I.directionalLength!==p||I.pointLength!==m||I.spotLength!==y||I.rectAreaLength!==A||I.hemiLength!==S||I.numSunShadows!==g||I.numDirectionalShadows!==R||I.numPointShadows!==T||I.numSpotShadows!==_||I.numSpotMaps!==w||I.numLightProbes!==L)&&(n.sun.length=f,n.directional.length=p,n.spot.length=y,n.rectArea.length=A,n.point.length=m,n.hemi.length=S,n.sunShadow.length=g,n.sunShadowMap.length=g,n.sunShadowMatrix.length=v,n.sunShadowCascade.length=v,n.directionalShadow.length=R,n.directionalShadowMap.length=R,n.directionalShadowMatrix.length=R,n.pointShadow.length=T,n.pointShadowMap.length=T,n.pointShadowMatrix.length=T,n.spotShadow.length=_,n.spotShadowMap.length=_,n.spotLightMatrix.length=_+w-O,n.spotLightMap.length=w,n.numSpotLightShadowsWithMaps=O,n.numLightProbes=L,I.sunLength=f,I.directionalLength=p,I.pointLength=m,I.spotLength=y,I.rectAreaLength=A,I.hemiLength=S,I.numSunShadows=g,I.numDirectionalShadows=R,I.numPointShadows=T,I.numSpotShadows=_,I.numSpotMaps=w,I.numLightProbes=L,n.version=OS++)}function l(c,h){let d=0,u=0,f=0,g=0,v=0,p=0,m=h.matrixWorldInverse;for(let y=0,A=c.length;y<A;y++){let S=c[y];if(S.isSunLight){let R=n.sun[d];R.direction.setFromMatrixPosition(S.matrixWorld),R.direction.transformDirection(m),d++}else if(S.isDirectionalLight){let R=n.directional[u];R.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(m),u++}else if(S.isSpotLight){let R=n.spot[g];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(m),R.direction.setFromMatrixPosition(S.matrixWorld),s.setFromMatrixPosition(S.target.matrixWorld),R.direction.sub(s),R.direction.transformDirection(m),g++}else if(S.isRectAreaLight){let R=n.rectArea[v];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(m),o.identity(),r.copy(S.matrixWorld),r.premultiply(m),o.extractRotation(r),R.halfWidth.set(S.width*.5,0,0),R.halfHeight.set(0,S.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),v++}else if(S.isPointLight){let R=n.point[f];R.position.setFromMatrixPosition(S.matrixWorld),R.position.applyMatrix4(m),f++}else if(S.isHemisphereLight){let R=n.hemi[p];R.direction.setFromMatrixPosition(S.matrixWorld),R.direction.transformDirection(m),p++}}}return{setup:a,setupView:l,state:n}}function Lm(i){let e=new kS(i),t=[],n=[],s=[];function r(d){h.camera=d,t.length=0,n.length=0,s.length=0}function o(d){d.isLightProbeGrid?s.push(d):t.push(d)}function a(d){n.push(d)}function l(){e.setup(t),s.sort((d,u)=>d.priority-u.priority||d.id-u.id)}function c(d){e.setupView(t,d)}let h={lightsArray:t,shadowsArray:n,lightProbeGridArray:s,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:r,state:h,setupLights:l,setupLightsView:c,pushLight:o,pushShadow:a}}function zS(i){let e=new WeakMap;function t(s,r=0){let o=e.get(s),a;return o===void 0?(a=new Lm(i),e.set(s,[a])):r>=o.length?(a=new Lm(i),o.push(a)):a=o[r],a}function n(){e=new WeakMap}return{get:t,dispose:n}}var HS=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,VS=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,GS=[new B(1,0,0),new B(-1,0,0),new B(0,1,0),new B(0,-1,0),new B(0,0,1),new B(0,0,-1)],WS=[new B(0,-1,0),new B(0,-1,0),new B(0,0,1),new B(0,0,-1),new B(0,-1,0),new B(0,-1,0)],Im=new rt,Ua=new B,ud=new B;function XS(i,e,t){let n=new Us,s=new Ze,r=new Ze,o=new Nt,a=new $l,l=new Zl,c={},h=t.maxTextureSize,d={[qs]:Kn,[Kn]:qs,[jn]:jn},u=new Zi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new Ze},radius:{value:4}},vertexShader:HS,fragmentShader:VS}),f=u.clone();f.defines.HORIZONTAL_PASS=1;let g=new gn;g.setAttribute("position",new on(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let v=new an(g,u),p=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=dr;let m=this.type;this.render=function(T,_,w){if(p.enabled===!1||p.autoUpdate===!1&&p.needsUpdate===!1||T.length===0)return;this.type===Ep&&(qe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=dr);let O=i.getRenderTarget(),L=i.getActiveCubeFace(),I=i.getActiveMipmapLevel(),k=i.state;k.setBlending(fr),k.buffers.depth.getReversed()===!0?k.buffers.color.setClear(0,0,0,0):k.buffers.color.setClear(1,1,1,1),k.buffers.depth.setTest(!0),k.setScissorTest(!1);let H=m!==this.type;H&&_.traverse(function(D){D.material&&(Array.isArray(D.material)?D.material.forEach(V=>V.needsUpdate=!0):D.material.needsUpdate=!0)});for(let D=0,V=T.length;D<V;D++){let q=T[D],W=q.shadow;if(W===void 0){qe("WebGLShadowMap:",q,"has no shadow.");continue}if(W.autoUpdate===!1&&W.needsUpdate===!1)continue;s.copy(W.mapSize);let ce=W.getFrameExtents();s.multiply(ce),r.copy(W.mapSize),(s.x>h||s.y>h)&&(s.x>h&&(r.x=Math.floor(h/ce.x),s.x=r.x*ce.x,W.mapSize.x=r.x),s.y>h&&(r.y=Math.floor(h/ce.y),s.y=r.y*ce.y,W.mapSize.y=r.y));let $=i.state.buffers.depth.getReversed();if(W.camera._reversedDepth=$,W.map===null||H===!0){if(W.map!==null&&(W.map.depthTexture!==null&&(W.map.depthTexture.dispose(),W.map.depthTexture=null),W.map.dispose()),this.type===fo){if(q.isPointLight){qe("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}W.map=new ai(s.x,s.y,{format:Ys,type:Ii,minFilter:Zn,magFilter:Zn,generateMipmaps:!1}),W.map.texture.name=q.name+".shadowMap",W.map.depthTexture=new ms(s.x,s.y,ci),W.map.depthTexture.name=q.name+".shadowMapDepth",W.map.depthTexture.format=ds,W.map.depthTexture.compareFunction=null,W.map.depthTexture.minFilter=Dn,W.map.depthTexture.magFilter=Dn}else q.isPointLight?(W.map=new Oa(s.x),W.map.depthTexture=new pa(s.x,Li)):(W.map=new ai(s.x,s.y),W.map.depthTexture=new ms(s.x,s.y,Li)),W.map.depthTexture.name=q.name+".shadowMap",W.map.depthTexture.format=ds,this.type===dr?(W.map.depthTexture.compareFunction=$?Qu:ju,W.map.depthTexture.minFilter=Zn,W.map.depthTexture.magFilter=Zn):(W.map.depthTexture.compareFunction=null,W.map.depthTexture.minFilter=Dn,W.map.depthTexture.magFilter=Dn);W.camera.updateProjectionMatrix()}W.map.isWebGLCubeRenderTarget!==!0&&(W.map.width!==s.x||W.map.height!==s.y)&&W.map.setSize(s.x,s.y);let K=W.map.isWebGLCubeRenderTarget?6:W.getViewportCount();q.isPointLight!==!0&&W.updateMatrices(q,w);let ee=(W.camera.layers.mask&4294967294)!==0?W.camera.layers:w.layers;for(let le=0;le<K;le++){let te=W.getCamera(le);if(q.isPointLight){let j=W.camera,de=W.matrix,me=q.distance||j.far;me!==j.far&&(j.far=me,j.updateProjectionMatrix()),Ua.setFromMatrixPosition(q.matrixWorld),j.position.copy(Ua),ud.copy(j.position),ud.add(GS[le]),j.up.copy(WS[le]),j.lookAt(ud),j.updateMatrixWorld(),de.makeTranslation(-Ua.x,-Ua.y,-Ua.z),Im.multiplyMatrices(j.projectionMatrix,j.matrixWorldInverse),W._frustum.setFromProjectionMatrix(Im,j.coordinateSystem,j.reversedDepth)}if(W.map.isWebGLCubeRenderTarget)i.setRenderTarget(W.map,le),i.clear();else{le===0&&(i.setRenderTarget(W.map),i.clear());let j=W.getViewport(le);o.set(r.x*j.x,r.y*j.y,r.x*j.z,r.y*j.w),k.viewport(o)}n=W.getFrustum(le),S(_,w,te,q,ee,this.type)}W.isPointLightShadow!==!0&&this.type===fo&&y(W,w),W.needsUpdate=!1}m=this.type,p.needsUpdate=!1,i.setRenderTarget(O,L,I)};function y(T,_){let w=e.update(v);u.defines.VSM_SAMPLES!==T.blurSamples&&(u.defines.VSM_SAMPLES=T.blurSamples,f.defines.VSM_SAMPLES=T.blurSamples,u.needsUpdate=!0,f.needsUpdate=!0),T.mapPass===null?T.mapPass=new ai(s.x,s.y,{format:Ys,type:Ii}):(T.mapPass.width!==T.map.width||T.mapPass.height!==T.map.height)&&T.mapPass.setSize(T.map.width,T.map.height),u.uniforms.shadow_pass.value=T.map.depthTexture,u.uniforms.resolution.value.set(T.map.width,T.map.height),u.uniforms.radius.value=T.radius,i.setRenderTarget(T.mapPass),i.clear(),i.renderBufferDirect(_,null,w,u,v,null),f.uniforms.shadow_pass.value=T.mapPass.texture,f.uniforms.resolution.value.set(T.map.width,T.map.height),f.uniforms.radius.value=T.radius,i.setRenderTarget(T.map),i.clear(),i.renderBufferDirect(_,null,w,f,v,null)}function A(T,_,w,O){let L=null,I=w.isPointLight===!0?T.customDistanceMaterial:T.customDepthMaterial;if(I!==void 0)L=I;else if(L=w.isPointLight===!0?l:a,i.localClippingEnabled&&_.clipShadows===!0&&Array.isArray(_.clippingPlanes)&&_.clippingPlanes.length!==0||_.displacementMap&&_.displacementScale!==0||_.alphaMap&&_.alphaTest>0||_.map&&_.alphaTest>0||_.alphaToCoverage===!0){let k=L.uuid,H=_.uuid,D=c[k];D===void 0&&(D={},c[k]=D);let V=D[H];V===void 0&&(V=L.clone(),D[H]=V,_.addEventListener("dispose",R)),L=V}if(L.visible=_.visible,L.wireframe=_.wireframe,O===fo?L.side=_.shadowSide!==null?_.shadowSide:_.side:L.side=_.shadowSide!==null?_.shadowSide:d[_.side],L.alphaMap=_.alphaMap,L.alphaTest=_.alphaToCoverage===!0?.5:_.alphaTest,L.map=_.map,L.clipShadows=_.clipShadows,L.clippingPlanes=_.clippingPlanes,L.clipIntersection=_.clipIntersection,L.displacementMap=_.displacementMap,L.displacementScale=_.displacementScale,L.displacementBias=_.displacementBias,L.wireframeLinewidth=_.wireframeLinewidth,L.linewidth=_.linewidth,w.isPointLight===!0&&L.isMeshDistanceMaterial===!0){let k=i.properties.get(L);k.light=w}return L}function S(T,_,w,O,L,I){if(T.visible===!1)return;if(T.layers.test(L)&&(T.isMesh||T.isLine||T.isPoints)&&(T.castShadow||T.receiveShadow&&I===fo)&&(!T.frustumCulled||T.intersectsFrustum(n))){T.modelViewMatrix.multiplyMatrices(w.matrixWorldInverse,T.matrixWorld);let D=e.update(T),V=T.material;if(Array.isArray(V)){let q=D.groups;for(let W=0,ce=q.length;W<ce;W++){let $=q[W],K=V[$.materialIndex];if(K&&K.visible){let ee=A(T,K,O,I);T.onBeforeShadow(i,T,_,w,D,ee,$),i.renderBufferDirect(w,null,D,ee,T,$),T.onAfterShadow(i,T,_,w,D,ee,$)}}}else if(V.visible){let q=A(T,V,O,I);T.onBeforeShadow(i,T,_,w,D,q,null),i.renderBufferDirect(w,null,D,q,T,null),T.onAfterShadow(i,T,_,w,D,q,null)}}let H=T.children;for(let D=0,V=H.length;D<V;D++)S(H[D],_,w,O,L,I)}function R(T){T.target.removeEventListener("dispose",R);for(let w in c){let O=c[w],L=T.target.uuid;L in O&&(O[L].dispose(),delete O[L])}}}function qS(i,e){function t(){let U=!1,re=new Nt,ie=null,we=new Nt(0,0,0,0);return{setMask:function(ge){ie!==ge&&!U&&(i.colorMask(ge,ge,ge,ge),ie=ge)},setLocked:function(ge){U=ge},setClear:function(ge,Me,Ge,et,he){he===!0&&(ge*=et,Me*=et,Ge*=et),re.set(ge,Me,Ge,et),we.equals(re)===!1&&(i.clearColor(ge,Me,Ge,et),we.copy(re))},reset:function(){U=!1,ie=null,we.set(-1,0,0,0)}}}function n(){let U=!1,re=!1,ie=null,we=null,ge=null;return{setReversed:function(Me){if(re!==Me){let Ge=e.get("EXT_clip_control");Me?Ge.clipControlEXT(Ge.LOWER_LEFT_EXT,Ge.ZERO_TO_ONE_EXT):Ge.clipControlEXT(Ge.LOWER_LEFT_EXT,Ge.NEGATIVE_ONE_TO_ONE_EXT),re=Me;let et=ge;ge=null,this.setClear(et)}},getReversed:function(){return re},setTest:function(Me){Me?xe(i.DEPTH_TEST):Ve(i.DEPTH_TEST)},setMask:function(Me){ie!==Me&&!U&&(i.depthMask(Me),ie=Me)},setFunc:function(Me){if(re&&(Me=rm[Me]),we!==Me){switch(Me){case Cl:i.depthFunc(i.NEVER);break;case Pl:i.depthFunc(i.ALWAYS);break;case Ll:i.depthFunc(i.LESS);break;case to:i.depthFunc(i.LEQUAL);break;case Il:i.depthFunc(i.EQUAL);break;case Dl:i.depthFunc(i.GEQUAL);break;case Nl:i.depthFunc(i.GREATER);break;case Ul:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}we=Me}},setLocked:function(Me){U=Me},setClear:function(Me){ge!==Me&&(ge=Me,re&&(Me=1-Me),i.clearDepth(Me))},reset:function(){U=!1,ie=null,we=null,ge=null,re=!1}}}function s(){let U=!1,re=null,ie=null,we=null,ge=null,Me=null,Ge=null,et=null,he=null;return{setTest:function(Be){U||(Be?xe(i.STENCIL_TEST):Ve(i.STENCIL_TEST))},setMask:function(Be){re!==Be&&!U&&(i.stencilMask(Be),re=Be)},setFunc:function(Be,tt,Re){(ie!==Be||we!==tt||ge!==Re)&&(i.stencilFunc(Be,tt,Re),ie=Be,we=tt,ge=Re)},setOp:function(Be,tt,Re){(Me!==Be||Ge!==tt||et!==Re)&&(i.stencilOp(Be,tt,Re),Me=Be,Ge=tt,et=Re)},setLocked:function(Be){U=Be},setClear:function(Be){he!==Be&&(i.clearStencil(Be),he=Be)},reset:function(){U=!1,re=null,ie=null,we=null,ge=null,Me=null,Ge=null,et=null,he=null}}}let r=new t,o=new n,a=new s,l={},c=new WeakMap,h={},d={},u={},f=new WeakMap,g=[],v=null,p=!1,m=null,y=null,A=null,S=null,R=null,T=null,_=null,w=new We(0,0,0),O=0,L=!1,I=null,k=null,H=null,D=null,V=null,q=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),W=!1,ce=0,$=i.getParameter(i.VERSION);$.indexOf("WebGL")!==-1?(ce=parseFloat(/^WebGL (\d)/.exec($)[1]),W=ce>=1):$.indexOf("OpenGL ES")!==-1&&(ce=parseFloat(/^OpenGL ES (\d)/.exec($)[1]),W=ce>=2);let K=null,ee={},le=i.getParameter(i.SCISSOR_BOX),te=i.getParameter(i.VIEWPORT),j=new Nt().fromArray(le),de=new Nt().fromArray(te);function me(U,re,ie,we){let ge=new Uint8Array(4),Me=i.createTexture();i.bindTexture(U,Me),i.texParameteri(U,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(U,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ge=0;Ge<ie;Ge++)U===i.TEXTURE_3D||U===i.TEXTURE_2D_ARRAY?i.texImage3D(re,0,i.RGBA,1,1,we,0,i.RGBA,i.UNSIGNED_BYTE,ge):i.texImage2D(re+Ge,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,ge);return Me}let _e={};_e[i.TEXTURE_2D]=me(i.TEXTURE_2D,i.TEXTURE_2D,1),_e[i.TEXTURE_CUBE_MAP]=me(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),_e[i.TEXTURE_2D_ARRAY]=me(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),_e[i.TEXTURE_3D]=me(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),xe(i.DEPTH_TEST),o.setFunc(to),ln(!1),Ut(Lu),xe(i.CULL_FACE),zt(fr);function xe(U){h[U]!==!0&&(i.enable(U),h[U]=!0)}function Ve(U){h[U]!==!1&&(i.disable(U),h[U]=!1)}function Qe(U,re){return u[U]!==re?(i.bindFramebuffer(U,re),u[U]=re,U===i.DRAW_FRAMEBUFFER&&(u[i.FRAMEBUFFER]=re),U===i.FRAMEBUFFER&&(u[i.DRAW_FRAMEBUFFER]=re),!0):!1}function Oe(U,re){let ie=g,we=!1;if(U){ie=f.get(re),ie===void 0&&(ie=[],f.set(re,ie));let ge=U.textures;if(ie.length!==ge.length||ie[0]!==i.COLOR_ATTACHMENT0){for(let Me=0,Ge=ge.length;Me<Ge;Me++)ie[Me]=i.COLOR_ATTACHMENT0+Me;ie.length=ge.length,we=!0}}else ie[0]!==i.BACK&&(ie[0]=i.BACK,we=!0);we&&i.drawBuffers(ie)}function ht(U){return v!==U?(i.useProgram(U),v=U,!0):!1}let lt={[pr]:i.FUNC_ADD,[Tp]:i.FUNC_SUBTRACT,[Ap]:i.FUNC_REVERSE_SUBTRACT};lt[Rp]=i.MIN,lt[Cp]=i.MAX;let Ke={[Pp]:i.ZERO,[Lp]:i.ONE,[Ip]:i.SRC_COLOR,[Fu]:i.SRC_ALPHA,[Bp]:i.SRC_ALPHA_SATURATE,[Fp]:i.DST_COLOR,[Np]:i.DST_ALPHA,[Dp]:i.ONE_MINUS_SRC_COLOR,[Ou]:i.ONE_MINUS_SRC_ALPHA,[Op]:i.ONE_MINUS_DST_COLOR,[Up]:i.ONE_MINUS_DST_ALPHA,[kp]:i.CONSTANT_COLOR,[zp]:i.ONE_MINUS_CONSTANT_COLOR,[Hp]:i.CONSTANT_ALPHA,[Vp]:i.ONE_MINUS_CONSTANT_ALPHA};function zt(U,re,ie,we,ge,Me,Ge,et,he,Be){if(U===fr){p===!0&&(Ve(i.BLEND),p=!1);return}if(p===!1&&(xe(i.BLEND),p=!0),U!==wp){if(U!==m||Be!==L){if((y!==pr||R!==pr)&&(i.blendEquation(i.FUNC_ADD),y=pr,R=pr),Be)switch(U){case po:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Du:i.blendFunc(i.ONE,i.ONE);break;case Nu:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Uu:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:nt("WebGLState: Invalid blending: ",U);break}else switch(U){case po:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Du:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case Nu:nt("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Uu:nt("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:nt("WebGLState: Invalid blending: ",U);break}A=null,S=null,T=null,_=null,w.set(0,0,0),O=0,m=U,L=Be}return}ge=ge||re,Me=Me||ie,Ge=Ge||we,(re!==y||ge!==R)&&(i.blendEquationSeparate(lt[re],lt[ge]),y=re,R=ge),(ie!==A||we!==S||Me!==T||Ge!==_)&&(i.blendFuncSeparate(Ke[ie],Ke[we],Ke[Me],Ke[Ge]),A=ie,S=we,T=Me,_=Ge),(et.equals(w)===!1||he!==O)&&(i.blendColor(et.r,et.g,et.b,he),w.copy(et),O=he),m=U,L=!1}function Ht(U,re){U.side===jn?Ve(i.CULL_FACE):xe(i.CULL_FACE);let ie=U.side===Kn;re&&(ie=!ie),ln(ie),U.blending===po&&U.transparent===!1?zt(fr):zt(U.blending,U.blendEquation,U.blendSrc,U.blendDst,U.blendEquationAlpha,U.blendSrcAlpha,U.blendDstAlpha,U.blendColor,U.blendAlpha,U.premultipliedAlpha),o.setFunc(U.depthFunc),o.setTest(U.depthTest),o.setMask(U.depthWrite),r.setMask(U.colorWrite);let we=U.stencilWrite;a.setTest(we),we&&(a.setMask(U.stencilWriteMask),a.setFunc(U.stencilFunc,U.stencilRef,U.stencilFuncMask),a.setOp(U.stencilFail,U.stencilZFail,U.stencilZPass)),bt(U.polygonOffset,U.polygonOffsetFactor,U.polygonOffsetUnits),U.alphaToCoverage===!0?xe(i.SAMPLE_ALPHA_TO_COVERAGE):Ve(i.SAMPLE_ALPHA_TO_COVERAGE)}function ln(U){I!==U&&(U?i.frontFace(i.CW):i.frontFace(i.CCW),I=U)}function Ut(U){U!==Sp?(xe(i.CULL_FACE),U!==k&&(U===Lu?i.cullFace(i.BACK):U===Mp?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Ve(i.CULL_FACE),k=U}function An(U){U!==H&&(W&&i.lineWidth(U),H=U)}function bt(U,re,ie){U?(xe(i.POLYGON_OFFSET_FILL),(D!==re||V!==ie)&&(D=re,V=ie,o.getReversed()&&(re=-re,ie=-ie),i.polygonOffset(re,ie))):Ve(i.POLYGON_OFFSET_FILL)}function vn(U){U?xe(i.SCISSOR_TEST):Ve(i.SCISSOR_TEST)}function jt(U){U===void 0&&(U=i.TEXTURE0+q-1),K!==U&&(i.activeTexture(U),K=U)}function cn(U,re,ie){ie===void 0&&(K===null?ie=i.TEXTURE0+q-1:ie=K);let we=ee[ie];we===void 0&&(we={type:void 0,texture:void 0},ee[ie]=we),(we.type!==U||we.texture!==re)&&(K!==ie&&(i.activeTexture(ie),K=ie),i.bindTexture(U,re||_e[U]),we.type=U,we.texture=re)}function F(){let U=ee[K];U!==void 0&&U.type!==void 0&&(i.bindTexture(U.type,null),U.type=void 0,U.texture=void 0)}function Ce(){try{i.compressedTexImage2D(...arguments)}catch(U){nt("WebGLState:",U)}}function $e(){try{i.compressedTexImage3D(...arguments)}catch(U){nt("WebGLState:",U)}}function at(){try{i.texSubImage2D(...arguments)}catch(U){nt("WebGLState:",U)}}function Ee(){try{i.texSubImage3D(...arguments)}catch(U){nt("WebGLState:",U)}}function Ot(){try{i.compressedTexSubImage2D(...arguments)}catch(U){nt("WebGLState:",U)}}function He(){try{i.compressedTexSubImage3D(...arguments)}catch(U){nt("WebGLState:",U)}}function Ye(){try{i.texStorage2D(...arguments)}catch(U){nt("WebGLState:",U)}}function C(){try{i.texStorage3D(...arguments)}catch(U){nt("WebGLState:",U)}}function b(){try{i.texImage2D(...arguments)}catch(U){nt("WebGLState:",U)}}function X(){try{i.texImage3D(...arguments)}catch(U){nt("WebGLState:",U)}}function ue(U){return d[U]!==void 0?d[U]:i.getParameter(U)}function oe(U,re){d[U]!==re&&(i.pixelStorei(U,re),d[U]=re)}function ve(U){j.equals(U)===!1&&(i.scissor(U.x,U.y,U.z,U.w),j.copy(U))}function ye(U){de.equals(U)===!1&&(i.viewport(U.x,U.y,U.z,U.w),de.copy(U))}function ne(U,re){let ie=c.get(re);ie===void 0&&(ie=new WeakMap,c.set(re,ie));let we=ie.get(U);we===void 0&&(we=i.getUniformBlockIndex(re,U.name),i.uniformBlockBinding(re,we,we),ie.set(U,we))}function se(U,re,ie){let ge=c.get(re).get(U);l[ge]!==ie&&(i.bindBufferBase(i.UNIFORM_BUFFER,ge,ie),l[ge]=ie)}function pe(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),i.pixelStorei(i.PACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_ALIGNMENT,4),i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,!1),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,i.BROWSER_DEFAULT_WEBGL),i.pixelStorei(i.PACK_ROW_LENGTH,0),i.pixelStorei(i.PACK_SKIP_PIXELS,0),i.pixelStorei(i.PACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_ROW_LENGTH,0),i.pixelStorei(i.UNPACK_IMAGE_HEIGHT,0),i.pixelStorei(i.UNPACK_SKIP_PIXELS,0),i.pixelStorei(i.UNPACK_SKIP_ROWS,0),i.pixelStorei(i.UNPACK_SKIP_IMAGES,0),h={},d={},K=null,ee={},u={},l={},f=new WeakMap,g=[],v=null,p=!1,m=null,y=null,A=null,S=null,R=null,T=null,_=null,w=new We(0,0,0),O=0,L=!1,I=null,k=null,H=null,D=null,V=null,j.set(0,0,i.canvas.width,i.canvas.height),de.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:xe,disable:Ve,bindFramebuffer:Qe,drawBuffers:Oe,useProgram:ht,setBlending:zt,setMaterial:Ht,setFlipSided:ln,setCullFace:Ut,setLineWidth:An,setPolygonOffset:bt,setScissorTest:vn,activeTexture:jt,bindTexture:cn,unbindTexture:F,compressedTexImage2D:Ce,compressedTexImage3D:$e,texImage2D:b,texImage3D:X,pixelStorei:oe,getParameter:ue,updateUBOMapping:ne,uniformBlockBinding:se,texStorage2D:Ye,texStorage3D:C,texSubImage2D:at,texSubImage3D:Ee,compressedTexSubImage2D:Ot,compressedTexSubImage3D:He,scissor:ve,viewport:ye,reset:pe}}function YS(i,e,t,n,s,r,o){let a=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new Ze,h=new WeakMap,d=new Set,u,f=new WeakMap,g=new Set,v=new FinalizationRegistry(C=>g.delete(C)),p=!1;try{p=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function m(C,b){return p?new OffscreenCanvas(C,b):ia("canvas")}function y(C,b,X){let ue=1,oe=Ye(C);if((oe.width>X||oe.height>X)&&(ue=X/Math.max(oe.width,oe.height)),ue<1)if(typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&C instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&C instanceof ImageBitmap||typeof VideoFrame<"u"&&C instanceof VideoFrame){let ve=Math.floor(ue*oe.width),ye=Math.floor(ue*oe.height);u===void 0&&(u=m(ve,ye));let ne=b?m(ve,ye):u;return ne.width=ve,ne.height=ye,ne.getContext("2d").drawImage(C,0,0,ve,ye),qe("WebGLRenderer: Texture has been resized from ("+oe.width+"x"+oe.height+") to ("+ve+"x"+ye+")."),ne}else return"data"in C&&qe("WebGLRenderer: Image in DataTexture is too big ("+oe.width+"x"+oe.height+")."),C;return C}function A(C){return C.generateMipmaps}function S(C){i.generateMipmap(C)}function R(C){return C.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:C.isWebGL3DRenderTarget?i.TEXTURE_3D:C.isWebGLArrayRenderTarget||C.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function T(C,b,X,ue,oe,ve=!1){if(C!==null){if(i[C]!==void 0)return i[C];qe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+C+"'")}let ye;ue&&(ye=e.get("EXT_texture_norm16"),ye||qe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let ne=b;if(b===i.RED&&(X===i.FLOAT&&(ne=i.R32F),X===i.HALF_FLOAT&&(ne=i.R16F),X===i.UNSIGNED_BYTE&&(ne=i.R8),X===i.UNSIGNED_SHORT&&ye&&(ne=ye.R16_EXT),X===i.SHORT&&ye&&(ne=ye.R16_SNORM_EXT)),b===i.RED_INTEGER&&(X===i.UNSIGNED_BYTE&&(ne=i.R8UI),X===i.UNSIGNED_SHORT&&(ne=i.R16UI),X===i.UNSIGNED_INT&&(ne=i.R32UI),X===i.BYTE&&(ne=i.R8I),X===i.SHORT&&(ne=i.R16I),X===i.INT&&(ne=i.R32I)),b===i.RG&&(X===i.FLOAT&&(ne=i.RG32F),X===i.HALF_FLOAT&&(ne=i.RG16F),X===i.UNSIGNED_BYTE&&(ne=i.RG8),X===i.UNSIGNED_SHORT&&ye&&(ne=ye.RG16_EXT),X===i.SHORT&&ye&&(ne=ye.RG16_SNORM_EXT)),b===i.RG_INTEGER&&(X===i.UNSIGNED_BYTE&&(ne=i.RG8UI),X===i.UNSIGNED_SHORT&&(ne=i.RG16UI),X===i.UNSIGNED_INT&&(ne=i.RG32UI),X===i.BYTE&&(ne=i.RG8I),X===i.SHORT&&(ne=i.RG16I),X===i.INT&&(ne=i.RG32I)),b===i.RGB_INTEGER&&(X===i.UNSIGNED_BYTE&&(ne=i.RGB8UI),X===i.UNSIGNED_SHORT&&(ne=i.RGB16UI),X===i.UNSIGNED_INT&&(ne=i.RGB32UI),X===i.BYTE&&(ne=i.RGB8I),X===i.SHORT&&(ne=i.RGB16I),X===i.INT&&(ne=i.RGB32I)),b===i.RGBA_INTEGER&&(X===i.UNSIGNED_BYTE&&(ne=i.RGBA8UI),X===i.UNSIGNED_SHORT&&(ne=i.RGBA16UI),X===i.UNSIGNED_INT&&(ne=i.RGBA32UI),X===i.BYTE&&(ne=i.RGBA8I),X===i.SHORT&&(ne=i.RGBA16I),X===i.INT&&(ne=i.RGBA32I)),b===i.RGB&&(X===i.UNSIGNED_SHORT&&ye&&(ne=ye.RGB16_EXT),X===i.SHORT&&ye&&(ne=ye.RGB16_SNORM_EXT),X===i.UNSIGNED_INT_5_9_9_9_REV&&(ne=i.RGB9_E5),X===i.UNSIGNED_INT_10F_11F_11F_REV&&(ne=i.R11F_G11F_B10F)),b===i.RGBA){let se=ve?na:vt.getTransfer(oe);X===i.FLOAT&&(ne=i.RGBA32F),X===i.HALF_FLOAT&&(ne=i.RGBA16F),X===i.UNSIGNED_BYTE&&(ne=se===Ct?i.SRGB8_ALPHA8:i.RGBA8),X===i.UNSIGNED_SHORT&&ye&&(ne=ye.RGBA16_EXT),X===i.SHORT&&ye&&(ne=ye.RGBA16_SNORM_EXT),X===i.UNSIGNED_SHORT_4_4_4_4&&(ne=i.RGBA4),X===i.UNSIGNED_SHORT_5_5_5_1&&(ne=i.RGB5_A1)}return(ne===i.R16F||ne===i.R32F||ne===i.RG16F||ne===i.RG32F||ne===i.RGBA16F||ne===i.RGBA32F)&&e.get("EXT_color_buffer_float"),ne}function _(C,b){let X;return C?b===null||b===Li||b===gr?X=i.DEPTH24_STENCIL8:b===ci?X=i.DEPTH32F_STENCIL8:b===go&&(X=i.DEPTH24_STENCIL8,qe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):b===null||b===Li||b===gr?X=i.DEPTH_COMPONENT24:b===ci?X=i.DEPTH_COMPONENT32F:b===go&&(X=i.DEPTH_COMPONENT16),X}function w(C,b){return A(C)===!0||C.isFramebufferTexture&&C.minFilter!==Dn&&C.minFilter!==Zn?Math.log2(Math.max(b.width,b.height))+1:C.mipmaps.length>0?C.mipmaps.length:C.isCompressedTexture&&Array.isArray(C.image)?b.mipmaps.length:1}function O(C){let b=new WeakRef(C);n.get(C).__ref=b,g.add(b),v.register(C,b,b)}function L(C){let b=n.get(C).__ref;b!==void 0&&(g.delete(b),v.unregister(b))}function I(C){H(C.target)}function k(C){D(C.target)}function H(C){C.removeEventListener("dispose",I),L(C),q(C),C.isVideoTexture&&h.delete(C),C.isHTMLTexture&&d.delete(C)}function D(C){C.removeEventListener("dispose",k),L(C),ce(C)}function V(){for(let C of g){let b=C.deref();b!==void 0&&(b.isRenderTarget===!0?D(b):H(b))}g.clear(),d.clear()}function q(C){let b=n.get(C);if(b.__webglInit===void 0)return;let X=C.source,ue=f.get(X);if(ue){let oe=ue[b.__cacheKey];oe.usedTimes--,oe.usedTimes===0&&W(C),Object.keys(ue).length===0&&f.delete(X)}n.remove(C)}function W(C){let b=n.get(C);i.deleteTexture(b.__webglTexture);let X=C.source,ue=f.get(X);delete ue[b.__cacheKey],o.memory.textures--}function ce(C){let b=n.get(C);b.__depthDisposeCallback&&b.__depthDisposeCallback();let X=C.depthTexture;if(X&&X.renderTarget===C&&H(X),C.isWebGLCubeRenderTarget)for(let oe=0;oe<6;oe++){if(Array.isArray(b.__webglFramebuffer[oe]))for(let ve=0;ve<b.__webglFramebuffer[oe].length;ve++)i.deleteFramebuffer(b.__webglFramebuffer[oe][ve]);else i.deleteFramebuffer(b.__webglFramebuffer[oe]);b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer[oe])}else{if(Array.isArray(b.__webglFramebuffer))for(let oe=0;oe<b.__webglFramebuffer.length;oe++)i.deleteFramebuffer(b.__webglFramebuffer[oe]);else i.deleteFramebuffer(b.__webglFramebuffer);if(b.__webglDepthbuffer&&i.deleteRenderbuffer(b.__webglDepthbuffer),b.__webglMultisampledFramebuffer&&i.deleteFramebuffer(b.__webglMultisampledFramebuffer),b.__webglColorRenderbuffer)for(let oe=0;oe<b.__webglColorRenderbuffer.length;oe++)b.__webglColorRenderbuffer[oe]&&i.deleteRenderbuffer(b.__webglColorRenderbuffer[oe]);b.__webglDepthRenderbuffer&&i.deleteRenderbuffer(b.__webglDepthRenderbuffer)}let ue=C.textures;for(let oe=0,ve=ue.length;oe<ve;oe++){let ye=n.get(ue[oe]);ye.__webglTexture&&(i.deleteTexture(ye.__webglTexture),o.memory.textures--),n.remove(ue[oe])}n.remove(C)}let $=0;function K(){$=0}function ee(){return $}function le(C){$=C}function te(){let C=$;return C>=s.maxTextures&&qe("WebGLTextures: Trying to use "+(C+1)+" texture units while this GPU supports only "+s.maxTextures),$+=1,C}function j(C){let b=[];return b.push(C.wrapS),b.push(C.wrapT),b.push(C.wrapR||0),b.push(C.magFilter),b.push(C.minFilter),b.push(C.anisotropy),b.push(C.internalFormat),b.push(C.format),b.push(C.type),b.push(C.generateMipmaps),b.push(C.mipmapsAutoUpdate),b.push(C.premultiplyAlpha),b.push(C.flipY),b.push(C.unpackAlignment),b.push(C.colorSpace),b.join()}function de(C,b){let X=n.get(C);if(C.isVideoTexture&&Ot(C),C.isRenderTargetTexture===!1&&C.isExternalTexture!==!0&&C.version>0&&X.__version!==C.version){let ue=C.image;if(ue===null)qe("WebGLRenderer: Texture marked for update but no image data found.");else if(ue.complete===!1)qe("WebGLRenderer: Texture marked for update but image is incomplete");else{Ht(X,C,b);return}}else C.isExternalTexture&&(X.__webglTexture=C.sourceTexture?C.sourceTexture:null);t.bindTexture(i.TEXTURE_2D,X.__webglTexture,i.TEXTURE0+b)}function me(C,b){let X=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&X.__version!==C.version){Ht(X,C,b);return}else C.isExternalTexture&&(X.__webglTexture=C.sourceTexture?C.sourceTexture:null);t.bindTexture(i.TEXTURE_2D_ARRAY,X.__webglTexture,i.TEXTURE0+b)}function _e(C,b){let X=n.get(C);if(C.isRenderTargetTexture===!1&&C.version>0&&X.__version!==C.version){Ht(X,C,b);return}t.bindTexture(i.TEXTURE_3D,X.__webglTexture,i.TEXTURE0+b)}function xe(C,b){let X=n.get(C);if(C.version>0&&X.__version!==C.version){ln(X,C,b);return}t.bindTexture(i.TEXTURE_CUBE_MAP,X.__webglTexture,i.TEXTURE0+b)}let Ve={[Ns]:i.REPEAT,[Xi]:i.CLAMP_TO_EDGE,[Fl]:i.MIRRORED_REPEAT},Qe={[Dn]:i.NEAREST,[qp]:i.NEAREST_MIPMAP_NEAREST,[Aa]:i.NEAREST_MIPMAP_LINEAR,[Zn]:i.LINEAR,[hc]:i.LINEAR_MIPMAP_NEAREST,[gs]:i.LINEAR_MIPMAP_LINEAR},Oe={[Kp]:i.NEVER,[ed]:i.ALWAYS,[Jp]:i.LESS,[ju]:i.LEQUAL,[jp]:i.EQUAL,[Qu]:i.GEQUAL,[Qp]:i.GREATER,[em]:i.NOTEQUAL};function ht(C,b){if(b.type===ci&&e.has("OES_texture_float_linear")===!1&&(b.magFilter===Zn||b.magFilter===hc||b.magFilter===Aa||b.magFilter===gs||b.minFilter===Zn||b.minFilter===hc||b.minFilter===Aa||b.minFilter===gs)&&qe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(C,i.TEXTURE_WRAP_S,Ve[b.wrapS]),i.texParameteri(C,i.TEXTURE_WRAP_T,Ve[b.wrapT]),(C===i.TEXTURE_3D||C===i.TEXTURE_2D_ARRAY)&&i.texParameteri(C,i.TEXTURE_WRAP_R,Ve[b.wrapR]),i.texParameteri(C,i.TEXTURE_MAG_FILTER,Qe[b.magFilter]),i.texParameteri(C,i.TEXTURE_MIN_FILTER,Qe[b.minFilter]),b.compareFunction&&(i.texParameteri(C,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(C,i.TEXTURE_COMPARE_FUNC,Oe[b.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(b.magFilter===Dn||b.minFilter!==Aa&&b.minFilter!==gs||b.type===ci&&e.has("OES_texture_float_linear")===!1)return;if(b.anisotropy>1||n.get(b).__currentAnisotropy){let X=e.get("EXT_texture_filter_anisotropic");i.texParameterf(C,X.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(b.anisotropy,s.getMaxAnisotropy())),n.get(b).__currentAnisotropy=b.anisotropy}}}function lt(C,b){let X=!1;C.__webglInit===void 0&&(C.__webglInit=!0,b.addEventListener("dispose",I),O(b));let ue=b.source,oe=f.get(ue);oe===void 0&&(oe={},f.set(ue,oe));let ve=j(b);if(ve!==C.__cacheKey){oe[ve]===void 0&&(oe[ve]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,X=!0),oe[ve].usedTimes++;let ye=oe[C.__cacheKey];ye!==void 0&&(oe[C.__cacheKey].usedTimes--,ye.usedTimes===0&&W(b)),C.__cacheKey=ve,C.__webglTexture=oe[ve].texture}return X}function Ke(C,b,X){return Math.floor(Math.floor(C/X)/b)}function zt(C,b,X,ue){let ve=C.updateRanges;if(ve.length===0)t.texSubImage2D(i.TEXTURE_2D,0,0,0,b.width,b.height,X,ue,b.data);else{ve.sort((U,re)=>U.start-re.start);let ye=0;for(let U=1;U<ve.length;U++){let re=ve[ye],ie=ve[U],we=re.start+re.count,ge=Ke(ie.start,b.width,4),Me=Ke(re.start,b.width,4);ie.start<=we+1&&ge===Me&&Ke(ie.start+ie.count-1,b.width,4)===ge?re.count=Math.max(re.count,ie.start+ie.count-re.start):(++ye,ve[ye]=ie)}ve.length=ye+1;let ne=t.getParameter(i.UNPACK_ROW_LENGTH),se=t.getParameter(i.UNPACK_SKIP_PIXELS),pe=t.getParameter(i.UNPACK_SKIP_ROWS);t.pixelStorei(i.UNPACK_ROW_LENGTH,b.width);for(let U=0,re=ve.length;U<re;U++){let ie=ve[U],we=Math.floor(ie.start/4),ge=Math.ceil(ie.count/4),Me=we%b.width,Ge=Math.floor(we/b.width),et=ge,he=1;t.pixelStorei(i.UNPACK_SKIP_PIXELS,Me),t.pixelStorei(i.UNPACK_SKIP_ROWS,Ge),t.texSubImage2D(i.TEXTURE_2D,0,Me,Ge,et,he,X,ue,b.data)}C.clearUpdateRanges(),t.pixelStorei(i.UNPACK_ROW_LENGTH,ne),t.pixelStorei(i.UNPACK_SKIP_PIXELS,se),t.pixelStorei(i.UNPACK_SKIP_ROWS,pe)}}function Ht(C,b,X){let ue=i.TEXTURE_2D;(b.isDataArrayTexture||b.isCompressedArrayTexture)&&(ue=i.TEXTURE_2D_ARRAY),b.isData3DTexture&&(ue=i.TEXTURE_3D);let oe=lt(C,b),ve=b.source;t.bindTexture(ue,C.__webglTexture,i.TEXTURE0+X);let ye=n.get(ve);if(ve.version!==ye.__version||oe===!0){if(t.activeTexture(i.TEXTURE0+X),(typeof ImageBitmap<"u"&&b.image instanceof ImageBitmap)===!1){let he=vt.getPrimaries(vt.workingColorSpace),Be=b.colorSpace===xs?null:vt.getPrimaries(b.colorSpace),tt=b.colorSpace===xs||he===Be?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,tt)}t.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment);let se=y(b.image,!1,s.maxTextureSize);se=He(b,se);let pe=r.convert(b.format,b.colorSpace),U=r.convert(b.type),re=T(b.internalFormat,pe,U,b.normalized,b.colorSpace,b.isVideoTexture);ht(ue,b);let ie,we=b.mipmaps,ge=b.isVideoTexture!==!0,Me=ye.__version===void 0||oe===!0,Ge=ve.dataReady,et=w(b,se);if(b.isDepthTexture)re=_(b.format===_s,b.type),Me&&(ge?t.texStorage2D(i.TEXTURE_2D,1,re,se.width,se.height):t.texImage2D(i.TEXTURE_2D,0,re,se.width,se.height,0,pe,U,null));else if(b.isDataTexture)if(we.length>0){ge&&Me&&t.texStorage2D(i.TEXTURE_2D,et,re,we[0].width,we[0].height);for(let he=0,Be=we.length;he<Be;he++)ie=we[he],ge?Ge&&t.texSubImage2D(i.TEXTURE_2D,he,0,0,ie.width,ie.height,pe,U,ie.data):t.texImage2D(i.TEXTURE_2D,he,re,ie.width,ie.height,0,pe,U,ie.data);b.generateMipmaps=!1}else ge?(Me&&t.texStorage2D(i.TEXTURE_2D,et,re,se.width,se.height),Ge&&zt(b,se,pe,U)):t.texImage2D(i.TEXTURE_2D,0,re,se.width,se.height,0,pe,U,se.data);else if(b.isCompressedTexture)if(b.isCompressedArrayTexture){ge&&Me&&t.texStorage3D(i.TEXTURE_2D_ARRAY,et,re,we[0].width,we[0].height,se.depth);for(let he=0,Be=we.length;he<Be;he++)if(ie=we[he],b.format!==xi)if(pe!==null)if(ge){if(Ge)if(b.layerUpdates.size>0){let tt=cd(ie.width,ie.height,b.format,b.type);for(let Re of b.layerUpdates){let ct=ie.data.subarray(Re*tt/ie.data.BYTES_PER_ELEMENT,(Re+1)*tt/ie.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,he,0,0,Re,ie.width,ie.height,1,pe,ct)}}else t.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,he,0,0,0,ie.width,ie.height,se.depth,pe,ie.data)}else t.compressedTexImage3D(i.TEXTURE_2D_ARRAY,he,re,ie.width,ie.height,se.depth,0,ie.data,0,0);else qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ge?Ge&&t.texSubImage3D(i.TEXTURE_2D_ARRAY,he,0,0,0,ie.width,ie.height,se.depth,pe,U,ie.data):t.texImage3D(i.TEXTURE_2D_ARRAY,he,re,ie.width,ie.height,se.depth,0,pe,U,ie.data);b.layerUpdates.size>0&&b.clearLayerUpdates()}else{ge&&Me&&t.texStorage2D(i.TEXTURE_2D,et,re,we[0].width,we[0].height);for(let he=0,Be=we.length;he<Be;he++)ie=we[he],b.format!==xi?pe!==null?ge?Ge&&t.compressedTexSubImage2D(i.TEXTURE_2D,he,0,0,ie.width,ie.height,pe,ie.data):t.compressedTexImage2D(i.TEXTURE_2D,he,re,ie.width,ie.height,0,ie.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ge?Ge&&t.texSubImage2D(i.TEXTURE_2D,he,0,0,ie.width,ie.height,pe,U,ie.data):t.texImage2D(i.TEXTURE_2D,he,re,ie.width,ie.height,0,pe,U,ie.data)}else if(b.isDataArrayTexture)if(ge){if(Me&&t.texStorage3D(i.TEXTURE_2D_ARRAY,et,re,se.width,se.height,se.depth),Ge)if(b.layerUpdates.size>0){let he=cd(se.width,se.height,b.format,b.type);for(let Be of b.layerUpdates){let tt=se.data.subarray(Be*he/se.data.BYTES_PER_ELEMENT,(Be+1)*he/se.data.BYTES_PER_ELEMENT);t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,Be,se.width,se.height,1,pe,U,tt)}b.clearLayerUpdates()}else t.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,se.width,se.height,se.depth,pe,U,se.data)}else t.texImage3D(i.TEXTURE_2D_ARRAY,0,re,se.width,se.height,se.depth,0,pe,U,se.data);else if(b.isData3DTexture)ge?(Me&&t.texStorage3D(i.TEXTURE_3D,et,re,se.width,se.height,se.depth),Ge&&t.texSubImage3D(i.TEXTURE_3D,0,0,0,0,se.width,se.height,se.depth,pe,U,se.data)):t.texImage3D(i.TEXTURE_3D,0,re,se.width,se.height,se.depth,0,pe,U,se.data);else if(b.isFramebufferTexture){if(Me)if(ge)t.texStorage2D(i.TEXTURE_2D,et,re,se.width,se.height);else{let he=se.width,Be=se.height;for(let tt=0;tt<et;tt++)t.texImage2D(i.TEXTURE_2D,tt,re,he,Be,0,pe,U,null),he>>=1,Be>>=1}}else if(b.isHTMLTexture){if("texElementImage2D"in i){let he=i.canvas;if(he.hasAttribute("layoutsubtree")||he.setAttribute("layoutsubtree","true"),se.parentNode!==he){he.appendChild(se),d.add(b),he.onpaint=Be=>{let tt=Be.changedElements;for(let Re of d)tt.includes(Re.image)&&(Re.needsUpdate=!0)},he.requestPaint();return}if(i.texElementImage2D.length===3)i.texElementImage2D(i.TEXTURE_2D,i.RGBA8,se);else{let tt=i.RGBA,Re=i.RGBA,ct=i.UNSIGNED_BYTE;i.texElementImage2D(i.TEXTURE_2D,0,tt,Re,ct,se)}i.texParameteri(i.TEXTURE_2D,i.TEXTURE_MIN_FILTER,i.LINEAR),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_S,i.CLAMP_TO_EDGE),i.texParameteri(i.TEXTURE_2D,i.TEXTURE_WRAP_T,i.CLAMP_TO_EDGE)}}else if(we.length>0){if(ge&&Me){let he=Ye(we[0]);t.texStorage2D(i.TEXTURE_2D,et,re,he.width,he.height)}for(let he=0,Be=we.length;he<Be;he++)ie=we[he],ge?Ge&&t.texSubImage2D(i.TEXTURE_2D,he,0,0,pe,U,ie):t.texImage2D(i.TEXTURE_2D,he,re,pe,U,ie);b.generateMipmaps=!1}else if(ge){if(Me){let he=Ye(se);t.texStorage2D(i.TEXTURE_2D,et,re,he.width,he.height)}Ge&&t.texSubImage2D(i.TEXTURE_2D,0,0,0,pe,U,se)}else t.texImage2D(i.TEXTURE_2D,0,re,pe,U,se);A(b)&&b.mipmapsAutoUpdate===!0&&S(ue),ye.__version=ve.version,b.onUpdate&&b.onUpdate(b)}C.__version=b.version}function ln(C,b,X){if(b.image.length!==6)return;let ue=lt(C,b),oe=b.source;t.bindTexture(i.TEXTURE_CUBE_MAP,C.__webglTexture,i.TEXTURE0+X);let ve=n.get(oe);if(oe.version!==ve.__version||ue===!0){t.activeTexture(i.TEXTURE0+X);let ye=vt.getPrimaries(vt.workingColorSpace),ne=b.colorSpace===xs?null:vt.getPrimaries(b.colorSpace),se=b.colorSpace===xs||ye===ne?i.NONE:i.BROWSER_DEFAULT_WEBGL;t.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,b.flipY),t.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,b.premultiplyAlpha),t.pixelStorei(i.UNPACK_ALIGNMENT,b.unpackAlignment),t.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,se);let pe=b.isCompressedTexture||b.image[0].isCompressedTexture,U=b.image[0]&&b.image[0].isDataTexture,re=[];for(let Re=0;Re<6;Re++)!pe&&!U?re[Re]=y(b.image[Re],!0,s.maxCubemapSize):re[Re]=U?b.image[Re].image:b.image[Re],re[Re]=He(b,re[Re]);let ie=re[0],we=r.convert(b.format,b.colorSpace),ge=r.convert(b.type),Me=T(b.internalFormat,we,ge,b.normalized,b.colorSpace),Ge=b.isVideoTexture!==!0,et=ve.__version===void 0||ue===!0,he=oe.dataReady,Be=w(b,ie);ht(i.TEXTURE_CUBE_MAP,b);let tt;if(b.isDepthTexture){if(Me=_(b.format===_s,b.type),et)if(Ge)t.texStorage2D(i.TEXTURE_CUBE_MAP,1,Me,ie.width,ie.height);else for(let Re=0;Re<6;Re++)t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,Me,ie.width,ie.height,0,we,ge,null)}else if(pe){Ge&&et&&t.texStorage2D(i.TEXTURE_CUBE_MAP,Be,Me,ie.width,ie.height);for(let Re=0;Re<6;Re++){tt=re[Re].mipmaps;for(let ct=0;ct<tt.length;ct++){let Gt=tt[ct];b.format!==xi?we!==null?Ge?he&&t.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ct,0,0,Gt.width,Gt.height,we,Gt.data):t.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ct,Me,Gt.width,Gt.height,0,Gt.data):qe("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Ge?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ct,0,0,Gt.width,Gt.height,we,ge,Gt.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ct,Me,Gt.width,Gt.height,0,we,ge,Gt.data)}}}else{if(tt=b.mipmaps,Ge&&et){tt.length>0&&Be++;let Re=Ye(re[0]);t.texStorage2D(i.TEXTURE_CUBE_MAP,Be,Me,Re.width,Re.height)}for(let Re=0;Re<6;Re++)if(U){Ge?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,re[Re].width,re[Re].height,we,ge,re[Re].data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,Me,re[Re].width,re[Re].height,0,we,ge,re[Re].data);for(let ct=0;ct<tt.length;ct++){let Gn=tt[ct].image[Re].image;Ge?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ct+1,0,0,Gn.width,Gn.height,we,ge,Gn.data):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ct+1,Me,Gn.width,Gn.height,0,we,ge,Gn.data)}}else{Ge?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,0,0,we,ge,re[Re]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,0,Me,we,ge,re[Re]);for(let ct=0;ct<tt.length;ct++){let Gt=tt[ct];Ge?he&&t.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ct+1,0,0,we,ge,Gt.image[Re]):t.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+Re,ct+1,Me,we,ge,Gt.image[Re])}}}A(b)&&b.mipmapsAutoUpdate===!0&&S(i.TEXTURE_CUBE_MAP),ve.__version=oe.version,b.onUpdate&&b.onUpdate(b)}C.__version=b.version}function Ut(C,b,X,ue,oe,ve){let ye=r.convert(X.format,X.colorSpace),ne=r.convert(X.type),se=T(X.internalFormat,ye,ne,X.normalized,X.colorSpace),pe=n.get(b),U=n.get(X);if(U.__renderTarget=b,!pe.__hasExternalTextures){let re=Math.max(1,b.width>>ve),ie=Math.max(1,b.height>>ve);oe===i.TEXTURE_3D||oe===i.TEXTURE_2D_ARRAY?t.texImage3D(oe,ve,se,re,ie,b.depth,0,ye,ne,null):t.texImage2D(oe,ve,se,re,ie,0,ye,ne,null)}t.bindFramebuffer(i.FRAMEBUFFER,C),Ee(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,ue,oe,U.__webglTexture,0,at(b)):(oe===i.TEXTURE_2D||oe>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&oe<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,ue,oe,U.__webglTexture,ve),t.bindFramebuffer(i.FRAMEBUFFER,null)}function An(C,b,X){if(i.bindRenderbuffer(i.RENDERBUFFER,C),b.depthBuffer){let ue=b.depthTexture,oe=ue&&ue.isDepthTexture?ue.type:null,ve=_(b.stencilBuffer,oe),ye=b.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;Ee(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,at(b),ve,b.width,b.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,at(b),ve,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,ve,b.width,b.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,ye,i.RENDERBUFFER,C)}else{let ue=b.textures;for(let oe=0;oe<ue.length;oe++){let ve=ue[oe],ye=r.convert(ve.format,ve.colorSpace),ne=r.convert(ve.type),se=T(ve.internalFormat,ye,ne,ve.normalized,ve.colorSpace);Ee(b)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,at(b),se,b.width,b.height):X?i.renderbufferStorageMultisample(i.RENDERBUFFER,at(b),se,b.width,b.height):i.renderbufferStorage(i.RENDERBUFFER,se,b.width,b.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function bt(C,b,X){let ue=b.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(i.FRAMEBUFFER,C),!(b.depthTexture&&b.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let oe=n.get(b.depthTexture);oe.__renderTarget=b;let ve=ue?b.depthTexture.image[0]:b.depthTexture.image;(!oe.__webglTexture||ve.width!==b.width||ve.height!==b.height)&&(ve.width=b.width,ve.height=b.height,b.depthTexture.needsUpdate=!0),ue?xe(b.depthTexture,0):de(b.depthTexture,0);let ye=oe.__webglTexture,ne=at(b),se=ue?i.TEXTURE_CUBE_MAP_POSITIVE_X+X:i.TEXTURE_2D,pe=b.depthTexture.format===_s?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;if(b.depthTexture.format===ds)Ee(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,se,ye,0,ne):i.framebufferTexture2D(i.FRAMEBUFFER,pe,se,ye,0);else if(b.depthTexture.format===_s)Ee(b)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,pe,se,ye,0,ne):i.framebufferTexture2D(i.FRAMEBUFFER,pe,se,ye,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function vn(C){let b=n.get(C),X=C.isWebGLCubeRenderTarget===!0;if(b.__boundDepthTexture!==C.depthTexture){let ue=C.depthTexture;if(b.__depthDisposeCallback&&b.__depthDisposeCallback(),ue){let oe=()=>{delete b.__boundDepthTexture,delete b.__depthDisposeCallback,ue.removeEventListener("dispose",oe)};ue.addEventListener("dispose",oe),b.__depthDisposeCallback=oe}b.__boundDepthTexture=ue}if(C.depthTexture&&!b.__autoAllocateDepthBuffer)if(X)for(let ue=0;ue<6;ue++)bt(b.__webglFramebuffer[ue],C,ue);else C.texture.mipmaps.length>0?bt(b.__webglFramebuffer[0],C,0):bt(b.__webglFramebuffer,C,0);else if(X){b.__webglDepthbuffer=[];for(let ue=0;ue<6;ue++)if(t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[ue]),b.__webglDepthbuffer[ue]===void 0)b.__webglDepthbuffer[ue]=i.createRenderbuffer(),An(b.__webglDepthbuffer[ue],C,!1);else{let oe=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ve=b.__webglDepthbuffer[ue];i.bindRenderbuffer(i.RENDERBUFFER,ve),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,ve)}}else if(C.texture.mipmaps.length>0?t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer[0]):t.bindFramebuffer(i.FRAMEBUFFER,b.__webglFramebuffer),b.__webglDepthbuffer===void 0)b.__webglDepthbuffer=i.createRenderbuffer(),An(b.__webglDepthbuffer,C,!1);else{let oe=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ve=b.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,ve),i.framebufferRenderbuffer(i.FRAMEBUFFER,oe,i.RENDERBUFFER,ve)}t.bindFramebuffer(i.FRAMEBUFFER,null)}function jt(C,b,X){let ue=n.get(C);b!==void 0&&Ut(ue.__webglFramebuffer,C,C.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),X!==void 0&&vn(C)}function cn(C){let b=C.texture,X=n.get(C),ue=n.get(b);C.addEventListener("dispose",k),O(C);let oe=C.textures,ve=C.isWebGLCubeRenderTarget===!0,ye=oe.length>1;if(ye||(ue.__webglTexture===void 0&&(ue.__webglTexture=i.createTexture()),ue.__version=b.version,o.memory.textures++),ve){X.__webglFramebuffer=[];for(let ne=0;ne<6;ne++)if(b.mipmaps.length>0){X.__webglFramebuffer[ne]=[];for(let se=0;se<b.mipmaps.length;se++)X.__webglFramebuffer[ne][se]=i.createFramebuffer()}else X.__webglFramebuffer[ne]=i.createFramebuffer()}else{if(b.mipmaps.length>0){X.__webglFramebuffer=[];for(let ne=0;ne<b.mipmaps.length;ne++)X.__webglFramebuffer[ne]=i.createFramebuffer()}else X.__webglFramebuffer=i.createFramebuffer();if(ye)for(let ne=0,se=oe.length;ne<se;ne++){let pe=n.get(oe[ne]);pe.__webglTexture===void 0&&(pe.__webglTexture=i.createTexture(),o.memory.textures++)}if(C.samples>0&&Ee(C)===!1){X.__webglMultisampledFramebuffer=i.createFramebuffer(),X.__webglColorRenderbuffer=[],t.bindFramebuffer(i.FRAMEBUFFER,X.__webglMultisampledFramebuffer);for(let ne=0;ne<oe.length;ne++){let se=oe[ne];X.__webglColorRenderbuffer[ne]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,X.__webglColorRenderbuffer[ne]);let pe=r.convert(se.format,se.colorSpace),U=r.convert(se.type),re=T(se.internalFormat,pe,U,se.normalized,se.colorSpace,C.isXRRenderTarget===!0),ie=at(C);i.renderbufferStorageMultisample(i.RENDERBUFFER,ie,re,C.width,C.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+ne,i.RENDERBUFFER,X.__webglColorRenderbuffer[ne])}i.bindRenderbuffer(i.RENDERBUFFER,null),C.depthBuffer&&(X.__webglDepthRenderbuffer=i.createRenderbuffer(),An(X.__webglDepthRenderbuffer,C,!0)),t.bindFramebuffer(i.FRAMEBUFFER,null)}}if(ve){t.bindTexture(i.TEXTURE_CUBE_MAP,ue.__webglTexture),ht(i.TEXTURE_CUBE_MAP,b);for(let ne=0;ne<6;ne++)if(b.mipmaps.length>0)for(let se=0;se<b.mipmaps.length;se++)Ut(X.__webglFramebuffer[ne][se],C,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ne,se);else Ut(X.__webglFramebuffer[ne],C,b,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+ne,0);A(b)?S(i.TEXTURE_CUBE_MAP):b.mipmaps.length>0&&i.texParameteri(i.TEXTURE_CUBE_MAP,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}else if(ye){for(let ne=0,se=oe.length;ne<se;ne++){let pe=oe[ne],U=n.get(pe),re=i.TEXTURE_2D;(C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(re=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(re,U.__webglTexture),ht(re,pe),Ut(X.__webglFramebuffer,C,pe,i.COLOR_ATTACHMENT0+ne,re,0),A(pe)&&S(re)}t.unbindTexture()}else{let ne=i.TEXTURE_2D;if((C.isWebGL3DRenderTarget||C.isWebGLArrayRenderTarget)&&(ne=C.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),t.bindTexture(ne,ue.__webglTexture),ht(ne,b),b.mipmaps.length>0)for(let se=0;se<b.mipmaps.length;se++)Ut(X.__webglFramebuffer[se],C,b,i.COLOR_ATTACHMENT0,ne,se);else Ut(X.__webglFramebuffer,C,b,i.COLOR_ATTACHMENT0,ne,0);A(b)?S(ne):b.mipmaps.length>0&&i.texParameteri(ne,i.TEXTURE_MAX_LEVEL,b.mipmaps.length-1),t.unbindTexture()}C.depthBuffer&&vn(C)}function F(C){let b=C.textures;for(let X=0,ue=b.length;X<ue;X++){let oe=b[X];if(A(oe)&&oe.mipmapsAutoUpdate===!0){let ve=R(C),ye=n.get(oe).__webglTexture;t.bindTexture(ve,ye),S(ve),t.unbindTexture()}}}let Ce=[];function $e(C){if(C.samples>0){if(Ee(C)===!1){let b=C.textures,X=C.width,ue=C.height,oe=i.COLOR_BUFFER_BIT,ve=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,ye=n.get(C),ne=b.length>1;if(ne)for(let pe=0;pe<b.length;pe++)t.bindFramebuffer(i.FRAMEBUFFER,ye.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,null),t.bindFramebuffer(i.FRAMEBUFFER,ye.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,null,0);t.bindFramebuffer(i.READ_FRAMEBUFFER,ye.__webglMultisampledFramebuffer),C.texture.mipmaps.length>0?t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ye.__webglFramebuffer[0]):t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ye.__webglFramebuffer);for(let pe=0;pe<b.length;pe++){if(C.resolveDepthBuffer&&(C.depthBuffer&&(oe|=i.DEPTH_BUFFER_BIT),C.stencilBuffer&&C.resolveStencilBuffer&&(oe|=i.STENCIL_BUFFER_BIT)),ne){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,ye.__webglColorRenderbuffer[pe]);let U=n.get(b[pe]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,U,0)}i.blitFramebuffer(0,0,X,ue,0,0,X,ue,oe,i.NEAREST),l===!0&&(Ce.length=0,Ce.push(i.COLOR_ATTACHMENT0+pe),C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&Ce.push(ve),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,Ce))}if(t.bindFramebuffer(i.READ_FRAMEBUFFER,null),t.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),ne)for(let pe=0;pe<b.length;pe++){t.bindFramebuffer(i.FRAMEBUFFER,ye.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.RENDERBUFFER,ye.__webglColorRenderbuffer[pe]);let U=n.get(b[pe]).__webglTexture;t.bindFramebuffer(i.FRAMEBUFFER,ye.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+pe,i.TEXTURE_2D,U,0)}t.bindFramebuffer(i.DRAW_FRAMEBUFFER,ye.__webglMultisampledFramebuffer)}else if(C.depthBuffer&&C.storeMultisampledDepthBuffer===!1&&l){let b=C.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[b])}}}function at(C){return Math.min(s.maxSamples,C.samples)}function Ee(C){let b=n.get(C);return C.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&b.__useRenderToTexture!==!1}function Ot(C){let b=o.render.frame;h.get(C)!==b&&(h.set(C,b),C.update())}function He(C,b){let X=C.colorSpace,ue=C.format,oe=C.type;return C.isCompressedTexture===!0||C.isVideoTexture===!0||X!==ta&&X!==xs&&(vt.getTransfer(X)===Ct?(ue!==xi||oe!==Qn)&&qe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):nt("WebGLTextures: Unsupported texture color space:",X)),b}function Ye(C){return typeof HTMLImageElement<"u"&&C instanceof HTMLImageElement?(c.width=C.naturalWidth||C.width,c.height=C.naturalHeight||C.height):typeof VideoFrame<"u"&&C instanceof VideoFrame?(c.width=C.displayWidth,c.height=C.displayHeight):(c.width=C.width,c.height=C.height),c}this.allocateTextureUnit=te,this.resetTextureUnits=K,this.getTextureUnits=ee,this.setTextureUnits=le,this.setTexture2D=de,this.setTexture2DArray=me,this.setTexture3D=_e,this.setTextureCube=xe,this.rebindTextures=jt,this.setupRenderTarget=cn,this.updateRenderTargetMipmap=F,this.updateMultisampleRenderTarget=$e,this.setupDepthRenderbuffer=vn,this.setupFrameBufferTexture=Ut,this.useMultisampledRTT=Ee,this.dispose=V}function $S(i,e){function t(n,s=xs){let r,o=vt.getTransfer(s);if(n===Qn)return i.UNSIGNED_BYTE;if(n===dc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===fc)return i.UNSIGNED_SHORT_5_5_5_1;if(n===$u)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Zu)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===qu)return i.BYTE;if(n===Yu)return i.SHORT;if(n===go)return i.UNSIGNED_SHORT;if(n===uc)return i.INT;if(n===Li)return i.UNSIGNED_INT;if(n===ci)return i.FLOAT;if(n===Ii)return i.HALF_FLOAT;if(n===Ku)return i.ALPHA;if(n===Ju)return i.RGB;if(n===xi)return i.RGBA;if(n===ds)return i.DEPTH_COMPONENT;if(n===_s)return i.DEPTH_STENCIL;if(n===pc)return i.RED;if(n===mc)return i.RED_INTEGER;if(n===Ys)return i.RG;if(n===gc)return i.RG_INTEGER;if(n===_c)return i.RGBA_INTEGER;if(n===Ra||n===Ca||n===Pa||n===La)if(o===Ct)if(r=e.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===Ra)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===Ca)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===Pa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===La)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=e.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===Ra)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===Ca)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===Pa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===La)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===xc||n===vc||n===yc||n===bc)if(r=e.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===xc)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===vc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===yc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===bc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===Sc||n===Mc||n===Ec||n===wc||n===Tc||n===Ia||n===Ac)if(r=e.get("WEBGL_compressed_texture_etc"),r!==null){if(n===Sc||n===Mc)return o===Ct?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===Ec)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC;if(n===wc)return r.COMPRESSED_R11_EAC;if(n===Tc)return r.COMPRESSED_SIGNED_R11_EAC;if(n===Ia)return r.COMPRESSED_RG11_EAC;if(n===Ac)return r.COMPRESSED_SIGNED_RG11_EAC}else return null;if(n===Rc||n===Cc||n===Pc||n===Lc||n===Ic||n===Dc||n===Nc||n===Uc||n===Fc||n===Oc||n===Bc||n===kc||n===zc||n===Hc)if(r=e.get("WEBGL_compressed_texture_astc"),r!==null){if(n===Rc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===Cc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===Pc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===Lc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===Ic)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===Dc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===Nc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Uc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===Fc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Oc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===Bc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===kc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===zc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Hc)return o===Ct?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Vc||n===Gc||n===Wc)if(r=e.get("EXT_texture_compression_bptc"),r!==null){if(n===Vc)return o===Ct?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Gc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Wc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Xc||n===qc||n===Da||n===Yc)if(r=e.get("EXT_texture_compression_rgtc"),r!==null){if(n===Xc)return r.COMPRESSED_RED_RGTC1_EXT;if(n===qc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Da)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Yc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===gr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:t}}var ZS=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,KS=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,xd=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new ma(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new Zi({vertexShader:ZS,fragmentShader:KS,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new an(new cr(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},vd=class extends Ri{constructor(e,t){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,h=null,d=null,u=null,f=null,g=null,v=typeof XRWebGLBinding<"u",p=new xd,m={},y=t.getContextAttributes(),A=null,S=null,R=[],T=[],_=new Ze,w=null,O=null,L=new Fn;L.viewport=new Nt;let I=new Fn;I.viewport=new Nt;let k=[L,I],H=new oc,D=null,V=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(j){let de=R[j];return de===void 0&&(de=new oo,R[j]=de),de.getTargetRaySpace()},this.getControllerGrip=function(j){let de=R[j];return de===void 0&&(de=new oo,R[j]=de),de.getGripSpace()},this.getHand=function(j){let de=R[j];return de===void 0&&(de=new oo,R[j]=de),de.getHandSpace()};function q(j){let de=T.indexOf(j.inputSource);if(de===-1)return;let me=R[de];me!==void 0&&(me.update(j.inputSource,j.frame,c||o),me.dispatchEvent({type:j.type,data:j.inputSource}))}function W(){s.removeEventListener("select",q),s.removeEventListener("selectstart",q),s.removeEventListener("selectend",q),s.removeEventListener("squeeze",q),s.removeEventListener("squeezestart",q),s.removeEventListener("squeezeend",q),s.removeEventListener("end",W),s.removeEventListener("inputsourceschange",ce);for(let j=0;j<R.length;j++){let de=T[j];de!==null&&(T[j]=null,R[j].disconnect(de))}D=null,V=null,p.reset();for(let j in m)delete m[j];if(e.setRenderTarget(A),f=null,u=null,d=null,s=null,S=null,te.stop(),n.isPresenting=!1,e.setPixelRatio(w),e.setSize(_.width,_.height,!1),O!==null){let j=O.camera;j.fov=O.fov,j.zoom=O.zoom,j.updateProjectionMatrix(),O=null}n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(j){r=j,n.isPresenting===!0&&qe("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(j){a=j,n.isPresenting===!0&&qe("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(j){c=j},this.getBaseLayer=function(){return u!==null?u:f},this.getBinding=function(){return d===null&&v&&(d=new XRWebGLBinding(s,t)),d},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(j){if(s=j,s!==null){if(A=e.getRenderTarget(),s.addEventListener("select",q),s.addEventListener("selectstart",q),s.addEventListener("selectend",q),s.addEventListener("squeeze",q),s.addEventListener("squeezestart",q),s.addEventListener("squeezeend",q),s.addEventListener("end",W),s.addEventListener("inputsourceschange",ce),y.xrCompatible!==!0&&await t.makeXRCompatible(),w=e.getPixelRatio(),e.getSize(_),v&&"createProjectionLayer"in XRWebGLBinding.prototype){let me=null,_e=null,xe=null;y.depth&&(xe=y.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,me=y.stencil?_s:ds,_e=y.stencil?gr:Li);let Ve={colorFormat:t.RGBA8,depthFormat:xe,scaleFactor:r};d=this.getBinding(),u=d.createProjectionLayer(Ve),s.updateRenderState({layers:[u]}),e.setPixelRatio(1),e.setSize(u.textureWidth,u.textureHeight,!1),S=new ai(u.textureWidth,u.textureHeight,{format:xi,type:Qn,depthTexture:new ms(u.textureWidth,u.textureHeight,_e,void 0,void 0,void 0,void 0,void 0,void 0,me),stencilBuffer:y.stencil,colorSpace:e.outputColorSpace,samples:y.antialias?4:0,resolveDepthBuffer:u.ignoreDepthValues===!1,resolveStencilBuffer:u.ignoreDepthValues===!1,storeMultisampledDepthBuffer:u.ignoreDepthValues===!1,storeMultisampledStencilBuffer:u.ignoreDepthValues===!1})}else{let me={antialias:y.antialias,alpha:!0,depth:y.depth,stencil:y.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,t,me),s.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),S=new ai(f.framebufferWidth,f.framebufferHeight,{format:xi,type:Qn,colorSpace:e.outputColorSpace,stencilBuffer:y.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}S.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),te.setContext(s),te.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return p.getDepthTexture()};function ce(j){for(let de=0;de<j.removed.length;de++){let me=j.removed[de],_e=T.indexOf(me);_e>=0&&(T[_e]=null,R[_e].disconnect(me))}for(let de=0;de<j.added.length;de++){let me=j.added[de],_e=T.indexOf(me);if(_e===-1){for(let Ve=0;Ve<R.length;Ve++)if(Ve>=T.length){T.push(me),_e=Ve;break}else if(T[Ve]===null){T[Ve]=me,_e=Ve;break}if(_e===-1)break}let xe=R[_e];xe&&xe.connect(me)}}function $(j,de){de===null?j.matrixWorld.copy(j.matrix):j.matrixWorld.multiplyMatrices(de.matrixWorld,j.matrix),j.matrixWorldInverse.copy(j.matrixWorld).invert()}this.updateCamera=function(j){if(s===null)return;let de=j.near,me=j.far;p.texture!==null&&(p.depthNear>0&&(de=p.depthNear),p.depthFar>0&&(me=p.depthFar)),H.near=I.near=L.near=de,H.far=I.far=L.far=me,(D!==H.near||V!==H.far)&&(s.updateRenderState({depthNear:H.near,depthFar:H.far}),D=H.near,V=H.far),H.layers.mask=j.layers.mask|6,L.layers.mask=H.layers.mask&-5,I.layers.mask=H.layers.mask&-3;let _e=j.parent,xe=H.cameras;$(H,_e);for(let Ve=0;Ve<xe.length;Ve++)$(xe[Ve],_e);H.projectionMatrix.copy(L.projectionMatrix),H.projectionMatrixInverse.copy(L.projectionMatrixInverse),O===null&&j.isPerspectiveCamera&&(O={camera:j,fov:j.fov,zoom:j.zoom}),K(j,H,_e)};function K(j,de,me){me===null?j.matrix.copy(de.matrixWorld):(j.matrix.copy(me.matrixWorld),j.matrix.invert(),j.matrix.multiply(de.matrixWorld)),j.matrix.decompose(j.position,j.quaternion,j.scale),j.updateMatrixWorld(!0),j.projectionMatrix.copy(de.projectionMatrix),j.projectionMatrixInverse.copy(de.projectionMatrixInverse),j.isPerspectiveCamera&&(j.fov=ar*2*Math.atan(1/j.projectionMatrix.elements[5]),j.zoom=1)}this.getCamera=function(){return H},this.getFoveation=function(){if(!(u===null&&f===null))return l},this.setFoveation=function(j){l=j,u!==null&&(u.fixedFoveation=j),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=j)},this.hasDepthSensing=function(){return p.texture!==null},this.getDepthSensingMesh=function(){return p.getMesh(H)},this.getCameraTexture=function(j){return m[j]};let ee=null;function le(j,de){if(h=de.getViewerPose(c||o),g=de,h!==null){let me=h.views;f!==null&&(e.setRenderTargetFramebuffer(S,f.framebuffer),e.setRenderTarget(S));let _e=!1;me.length!==H.cameras.length&&(H.cameras.length=0,_e=!0);for(let Oe=0;Oe<me.length;Oe++){let ht=me[Oe],lt=null;if(f!==null)lt=f.getViewport(ht);else{let zt=d.getViewSubImage(u,ht);lt=zt.viewport,Oe===0&&(e.setRenderTargetTextures(S,zt.colorTexture,zt.depthStencilTexture),e.setRenderTarget(S))}let Ke=k[Oe];Ke===void 0&&(Ke=new Fn,Ke.layers.enable(Oe),Ke.viewport=new Nt,k[Oe]=Ke),Ke.matrix.fromArray(ht.transform.matrix),Ke.matrix.decompose(Ke.position,Ke.quaternion,Ke.scale),Ke.projectionMatrix.fromArray(ht.projectionMatrix),Ke.projectionMatrixInverse.copy(Ke.projectionMatrix).invert(),Ke.viewport.set(lt.x,lt.y,lt.width,lt.height),Oe===0&&(H.matrix.copy(Ke.matrix),H.matrix.decompose(H.position,H.quaternion,H.scale)),_e===!0&&H.cameras.push(Ke)}let xe=s.enabledFeatures;if(xe&&xe.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&v){d=n.getBinding();let Oe=d.getDepthInformation(me[0]);Oe&&Oe.isValid&&Oe.texture&&p.init(Oe,s.renderState)}if(xe&&xe.includes("camera-access")&&v){e.state.unbindTexture(),d=n.getBinding();for(let Oe=0;Oe<me.length;Oe++){let ht=me[Oe].camera;if(ht){let lt=m[ht];lt||(lt=new ma,m[ht]=lt);let Ke=d.getCameraImage(ht);lt.sourceTexture=Ke}}}}for(let me=0;me<R.length;me++){let _e=T[me],xe=R[me];_e!==null&&xe!==void 0&&xe.update(_e,de,c||o)}ee&&ee(j,de),de.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:de}),g=null}let te=new Dm;te.setAnimationLoop(le),this.setAnimationLoop=function(j){ee=j},this.dispose=function(){}}},JS=new rt,Gm=new it;Gm.set(-1,0,0,0,1,0,0,0,1);function jS(i,e){function t(p,m){p.matrixAutoUpdate===!0&&p.updateMatrix(),m.value.copy(p.matrix)}function n(p,m){m.color.getRGB(p.fogColor.value,od(i)),m.isFog?(p.fogNear.value=m.near,p.fogFar.value=m.far):m.isFogExp2&&(p.fogDensity.value=m.density)}function s(p,m,y,A,S){m.isNodeMaterial?m.uniformsNeedUpdate=!1:m.isMeshBasicMaterial?r(p,m):m.isMeshLambertMaterial?(r(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshToonMaterial?(r(p,m),d(p,m)):m.isMeshPhongMaterial?(r(p,m),h(p,m),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)):m.isMeshStandardMaterial?(r(p,m),u(p,m),m.isMeshPhysicalMaterial&&f(p,m,S)):m.isMeshMatcapMaterial?(r(p,m),g(p,m)):m.isMeshDepthMaterial?r(p,m):m.isMeshDistanceMaterial?(r(p,m),v(p,m)):m.isMeshNormalMaterial?r(p,m):m.isLineBasicMaterial?(o(p,m),m.isLineDashedMaterial&&a(p,m)):m.isPointsMaterial?l(p,m,y,A):m.isSpriteMaterial?c(p,m):m.isShadowMaterial?(p.color.value.copy(m.color),p.opacity.value=m.opacity):m.isShaderMaterial&&(m.uniformsNeedUpdate=!1)}function r(p,m){p.opacity.value=m.opacity,m.color&&p.diffuse.value.copy(m.color),m.emissive&&p.emissive.value.copy(m.emissive).multiplyScalar(m.emissiveIntensity),m.map&&(p.map.value=m.map,t(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,t(m.alphaMap,p.alphaMapTransform)),m.bumpMap&&(p.bumpMap.value=m.bumpMap,t(m.bumpMap,p.bumpMapTransform),p.bumpScale.value=m.bumpScale,m.side===Kn&&(p.bumpScale.value*=-1)),m.normalMap&&(p.normalMap.value=m.normalMap,t(m.normalMap,p.normalMapTransform),p.normalScale.value.copy(m.normalScale),m.side===Kn&&p.normalScale.value.negate()),m.displacementMap&&(p.displacementMap.value=m.displacementMap,t(m.displacementMap,p.displacementMapTransform),p.displacementScale.value=m.displacementScale,p.displacementBias.value=m.displacementBias),m.emissiveMap&&(p.emissiveMap.value=m.emissiveMap,t(m.emissiveMap,p.emissiveMapTransform)),m.specularMap&&(p.specularMap.value=m.specularMap,t(m.specularMap,p.specularMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest);let y=e.get(m),A=y.envMap,S=y.envMapRotation;A&&(p.envMap.value=A,p.envMapRotation.value.setFromMatrix4(JS.makeRotationFromEuler(S)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&p.envMapRotation.value.premultiply(Gm),p.reflectivity.value=m.reflectivity,p.ior.value=m.ior,p.refractionRatio.value=m.refractionRatio),m.lightMap&&(p.lightMap.value=m.lightMap,p.lightMapIntensity.value=m.lightMapIntensity,t(m.lightMap,p.lightMapTransform)),m.aoMap&&(p.aoMap.value=m.aoMap,p.aoMapIntensity.value=m.aoMapIntensity,t(m.aoMap,p.aoMapTransform))}function o(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,m.map&&(p.map.value=m.map,t(m.map,p.mapTransform))}function a(p,m){p.dashSize.value=m.dashSize,p.totalSize.value=m.dashSize+m.gapSize,p.scale.value=m.scale}function l(p,m,y,A){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.size.value=m.size*y,p.scale.value=A*.5,m.map&&(p.map.value=m.map,t(m.map,p.uvTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,t(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function c(p,m){p.diffuse.value.copy(m.color),p.opacity.value=m.opacity,p.rotation.value=m.rotation,m.map&&(p.map.value=m.map,t(m.map,p.mapTransform)),m.alphaMap&&(p.alphaMap.value=m.alphaMap,t(m.alphaMap,p.alphaMapTransform)),m.alphaTest>0&&(p.alphaTest.value=m.alphaTest)}function h(p,m){p.specular.value.copy(m.specular),p.shininess.value=Math.max(m.shininess,1e-4)}function d(p,m){m.gradientMap&&(p.gradientMap.value=m.gradientMap)}function u(p,m){p.metalness.value=m.metalness,m.metalnessMap&&(p.metalnessMap.value=m.metalnessMap,t(m.metalnessMap,p.metalnessMapTransform)),p.roughness.value=m.roughness,m.roughnessMap&&(p.roughnessMap.value=m.roughnessMap,t(m.roughnessMap,p.roughnessMapTransform)),m.envMap&&(p.envMapIntensity.value=m.envMapIntensity)}function f(p,m,y){p.ior.value=m.ior,m.diffuseRoughness>0&&(p.diffuseRoughness.value=m.diffuseRoughness,m.diffuseRoughnessMap&&(p.diffuseRoughnessMap.value=m.diffuseRoughnessMap,t(m.diffuseRoughnessMap,p.diffuseRoughnessMapTransform))),m.sheen>0&&(p.sheenColor.value.copy(m.sheenColor).multiplyScalar(m.sheen),p.sheenRoughness.value=m.sheenRoughness,m.sheenColorMap&&(p.sheenColorMap.value=m.sheenColorMap,t(m.sheenColorMap,p.sheenColorMapTransform)),m.sheenRoughnessMap&&(p.sheenRoughnessMap.value=m.sheenRoughnessMap,t(m.sheenRoughnessMap,p.sheenRoughnessMapTransform))),m.clearcoat>0&&(p.clearcoat.value=m.clearcoat,p.clearcoatRoughness.value=m.clearcoatRoughness,m.clearcoatMap&&(p.clearcoatMap.value=m.clearcoatMap,t(m.clearcoatMap,p.clearcoatMapTransform)),m.clearcoatRoughnessMap&&(p.clearcoatRoughnessMap.value=m.clearcoatRoughnessMap,t(m.clearcoatRoughnessMap,p.clearcoatRoughnessMapTransform)),m.clearcoatNormalMap&&(p.clearcoatNormalMap.value=m.clearcoatNormalMap,t(m.clearcoatNormalMap,p.clearcoatNormalMapTransform),p.clearcoatNormalScale.value.copy(m.clearcoatNormalScale),m.side===Kn&&p.clearcoatNormalScale.value.negate())),m.dispersion>0&&(p.dispersion.value=m.dispersion),m.retroreflectivity>0&&(p.retroreflectivity.value=m.retroreflectivity),m.iridescence>0&&(p.iridescence.value=m.iridescence,p.iridescenceIOR.value=m.iridescenceIOR,p.iridescenceThicknessMinimum.value=m.iridescenceThicknessMinimum,p.iridescenceThicknessMaximum.value=m.iridescenceThicknessMaximum,m.iridescenceMap&&(p.iridescenceMap.value=m.iridescenceMap,t(m.iridescenceMap,p.iridescenceMapTransform)),m.iridescenceThicknessMap&&(p.iridescenceThicknessMap.value=m.iridescenceThicknessMap,t(m.iridescenceThicknessMap,p.iridescenceThicknessMapTransform))),m.transmission>0&&(p.transmission.value=m.transmission,p.transmissionSamplerMap.value=y.texture,p.transmissionSamplerSize.value.set(y.width,y.height),m.transmissionMap&&(p.transmissionMap.value=m.transmissionMap,t(m.transmissionMap,p.transmissionMapTransform)),p.thickness.value=m.thickness,m.thicknessMap&&(p.thicknessMap.value=m.thicknessMap,t(m.thicknessMap,p.thicknessMapTransform)),p.attenuationDistance.value=m.attenuationDistance,p.attenuationColor.value.copy(m.attenuationColor)),m.anisotropy>0&&(p.anisotropyVector.value.set(m.anisotropy*Math.cos(m.anisotropyRotation),m.anisotropy*Math.sin(m.anisotropyRotation)),m.anisotropyMap&&(p.anisotropyMap.value=m.anisotropyMap,t(m.anisotropyMap,p.anisotropyMapTransform))),p.specularIntensity.value=m.specularIntensity,p.specularColor.value.copy(m.specularColor),m.specularColorMap&&(p.specularColorMap.value=m.specularColorMap,t(m.specularColorMap,p.specularColorMapTransform)),m.specularIntensityMap&&(p.specularIntensityMap.value=m.specularIntensityMap,t(m.specularIntensityMap,p.specularIntensityMapTransform))}function g(p,m){m.matcap&&(p.matcap.value=m.matcap)}function v(p,m){let y=e.get(m).light;p.referencePosition.value.setFromMatrixPosition(y.matrixWorld),p.nearDistance.value=y.shadow.camera.near,p.farDistance.value=y.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function QS(i,e,t,n){let s={},r={};function o(y,A){let S=A.program;n.uniformBlockBinding(y,S,s[y.id])}function a(y,A){let S=s[y.id];S===void 0&&(g(y),S=l(y),s[y.id]=S,y.addEventListener("dispose",p));let R=A.program;n.updateUBOMapping(y,R);let T=e.render.frame;r[y.id]!==T&&(c(y),r[y.id]=T)}function l(y){let A=i.createBuffer(),S=y.__size,R=y.usage;return i.bindBuffer(i.UNIFORM_BUFFER,A),i.bufferData(i.UNIFORM_BUFFER,S,R),i.bindBuffer(i.UNIFORM_BUFFER,null),A}function c(y){let A=s[y.id],S=y.uniforms,R=y.__cache;i.bindBuffer(i.UNIFORM_BUFFER,A);for(let T=0,_=S.length;T<_;T++){let w=S[T];if(Array.isArray(w))for(let O=0,L=w.length;O<L;O++)h(w[O],T,O,R);else h(w,T,0,R)}i.bindBuffer(i.UNIFORM_BUFFER,null)}function h(y,A,S,R){if(u(y,A,S,R)===!0){let T=y.__offset,_=y.value;if(Array.isArray(_)){let w=0;for(let O=0;O<_.length;O++){let L=_[O],I=v(L,!0);d(L,y.__data,w),w+=I.storage/Float32Array.BYTES_PER_ELEMENT}}else d(_,y.__data,0);i.bufferSubData(i.UNIFORM_BUFFER,T,y.__data)}}function d(y,A,S){typeof y=="number"||typeof y=="boolean"?A[S]=y:y.isMatrix3?(A[S]=y.elements[0],A[S+1]=y.elements[1],A[S+2]=y.elements[2],A[S+3]=0,A[S+4]=y.elements[3],A[S+5]=y.elements[4],A[S+6]=y.elements[5],A[S+7]=0,A[S+8]=y.elements[6],A[S+9]=y.elements[7],A[S+10]=y.elements[8],A[S+11]=0):ArrayBuffer.isView(y)?A.set(y.subarray(0,A.length-S),S):y.toArray(A,S)}function u(y,A,S,R){let T=y.value,_=A+"_"+S;if(Array.isArray(T)){R[_]===void 0&&(R[_]=[]);let w=R[_],O=!1;for(let L=0;L<T.length;L++)f(T[L],w,L)===!0&&(O=!0);return O}return f(T,R,_)}function f(y,A,S){if(A[S]===void 0)return typeof y=="number"||typeof y=="boolean"?A[S]=y:ArrayBuffer.isView(y)?A[S]=y.slice():A[S]=y.clone(),!0;{let R=A[S];if(typeof y=="number"||typeof y=="boolean"){if(R!==y)return A[S]=y,!0}else{if(ArrayBuffer.isView(y))return!0;if(R.equals(y)===!1)return R.copy(y),!0}}return!1}function g(y){let A=y.uniforms,S=0,R=16;for(let _=0,w=A.length;_<w;_++){let O=Array.isArray(A[_])?A[_]:[A[_]];for(let L=0,I=O.length;L<I;L++){let k=O[L],H=Array.isArray(k.value)?k.value:[k.value],D=Array.isArray(A[_])||Array.isArray(k.value),V=S;for(let W=0,ce=H.length;W<ce;W++){let $=H[W],K=v($,D),ee=S%R,le=ee%K.boundary,te=ee+le;S+=le,te!==0&&R-te<K.storage&&(S+=R-te),W===0&&(V=S),S+=K.storage}let q=k.type==="int"?Int32Array:k.type==="uint"?Uint32Array:Float32Array;k.__data=new q((S-V)/Float32Array.BYTES_PER_ELEMENT),k.__offset=V}}let T=S%R;return T>0&&(S+=R-T),y.__size=S,y.__cache={},this}function v(y,A){let S={boundary:0,storage:0};return typeof y=="number"||typeof y=="boolean"?(S.boundary=4,S.storage=4):y.isVector2?(S.boundary=8,S.storage=8):y.isVector3||y.isColor?(S.boundary=16,S.storage=12):y.isVector4?(S.boundary=16,S.storage=16):y.isMatrix3?(S.boundary=16,S.storage=48):y.isMatrix4?(S.boundary=16,S.storage=64):y.isTexture?qe("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(y)?(S.boundary=16,S.storage=y.byteLength):qe("WebGLRenderer: Unsupported uniform value type.",y),A===!0&&(S.boundary=16,S.storage=Math.ceil(S.storage/16)*16),S}function p(y){let A=y.target;A.removeEventListener("dispose",p),i.deleteBuffer(s[A.id]),delete s[A.id],delete r[A.id]}function m(){for(let y in s)i.deleteBuffer(s[y]);s={},r={}}return{bind:o,update:a,dispose:m}}var eM=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),Ji=null;function tM(){return Ji===null&&(Ji=new ao(eM,16,16,Ys,Ii),Ji.name="DFG_LUT",Ji.minFilter=Zn,Ji.magFilter=Zn,Ji.wrapS=Xi,Ji.wrapT=Xi,Ji.generateMipmaps=!1,Ji.needsUpdate=!0),Ji}var Jc=class{constructor(e={}){let{canvas:t=nm(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:d=!1,reversedDepthBuffer:u=!1,outputBufferType:f=Qn}=e;this.isWebGLRenderer=!0;let g;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");g=n.getContextAttributes().alpha}else g=o;let v=f,p=new Set([_c,gc,mc]),m=new Set([Qn,Li,go,gr,dc,fc]),y=new Uint32Array(4),A=new Int32Array(4),S={textures:[],min:[],max:[],resolution:[]},R=null,T=null,_=[],w=[],O=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Ki,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let L=this,I=!1,k=null,H=null,D=null,V=null;this._outputColorSpace=Vt;let q=0,W=0,ce=null,$=-1,K=null,ee=new Nt,le=new Nt,te=null,j=new We(0),de=0,me=t.width,_e=t.height,xe=1,Ve=null,Qe=null,Oe=new Nt(0,0,me,_e),ht=new Nt(0,0,me,_e),lt=!1,Ke=new Us,zt=new Vl,Ht=!1,ln=!1,Ut=new rt,An=new B,bt=new Nt,vn={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},jt=!1;function cn(){return ce===null?xe:1}let F=n;function Ce(E,z){return t.getContext(E,z)}let $e,at,Ee,Ot,He,Ye,C,b,X,ue,oe,ve,ye,ne,se,pe,U,re,ie,we,ge,Me,Ge;try{let E={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:h,failIfMajorPerformanceCaveat:d};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Be,!1),t.addEventListener("webglcontextrestored",tt,!1),t.addEventListener("webglcontextcreationerror",Re,!1),F===null){let z="webgl2";if(F=Ce(z,E),F===null)throw Ce(z)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}et()}catch(E){throw t.removeEventListener("webglcontextlost",Be,!1),t.removeEventListener("webglcontextrestored",tt,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),nt("WebGLRenderer: "+E.message),E}function et(){$e=new db(F),$e.init(),ge=new $S(F,$e),at=new tb(F,$e,e,ge),Ee=new qS(F,$e),at.reversedDepthBuffer&&u&&Ee.buffers.depth.setReversed(!0),H=F.createFramebuffer(),D=F.createFramebuffer(),V=F.createFramebuffer(),Ot=new mb(F),He=new IS,Ye=new YS(F,$e,Ee,He,at,ge,Ot),C=new ub(L),b=new _x(F),Me=new Qy(F,b),X=new fb(F,b,Ot,Me),ue=new _b(F,X,b,Me,Ot),re=new gb(F,at,Ye),se=new nb(He),oe=new LS(L,C,$e,at,Me,se),ve=new jS(L,He),ye=new NS,ne=new zS($e),U=new jy(L,C,Ee,ue,g,l),pe=new XS(L,ue,at),Ge=new QS(F,Ot,at,Ee),ie=new eb(F,$e,Ot),we=new pb(F,$e,Ot),Ot.programs=oe.programs,L.capabilities=at,L.extensions=$e,L.properties=He,L.renderLists=ye,L.shadowMap=pe,L.state=Ee,L.info=Ot}v!==Qn&&(O=new vb(v,t.width,t.height,a,s,r));let he=new vd(L,F);this.xr=he,this.getContext=function(){return F},this.getContextAttributes=function(){return F.getContextAttributes()},this.forceContextLoss=function(){let E=$e.get("WEBGL_lose_context");E&&E.loseContext()},this.forceContextRestore=function(){let E=$e.get("WEBGL_lose_context");E&&E.restoreContext()},this.getPixelRatio=function(){return xe},this.setPixelRatio=function(E){E!==void 0&&(xe=E,this.setSize(me,_e,!1))},this.getSize=function(E){return E.set(me,_e)},this.setSize=function(E,z,Q=!0){if(he.isPresenting){qe("WebGLRenderer: Can't change size while VR device is presenting.");return}me=E,_e=z,t.width=Math.floor(E*xe),t.height=Math.floor(z*xe),Q===!0&&(t.style.width=E+"px",t.style.height=z+"px"),O!==null&&O.setSize(t.width,t.height),this.setViewport(0,0,E,z)},this.getDrawingBufferSize=function(E){return E.set(me*xe,_e*xe).floor()},this.setDrawingBufferSize=function(E,z,Q){me=E,_e=z,xe=Q,t.width=Math.floor(E*Q),t.height=Math.floor(z*Q),this.setViewport(0,0,E,z)},this.setEffects=function(E){if(v===Qn){nt("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(E){for(let z=0;z<E.length;z++)if(E[z].isOutputPass===!0){qe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}O.setEffects(E||[])},this.getCurrentViewport=function(E){return E.copy(ee)},this.getViewport=function(E){return E.copy(Oe)},this.setViewport=function(E,z,Q,Y){E.isVector4?Oe.set(E.x,E.y,E.z,E.w):Oe.set(E,z,Q,Y),Ee.viewport(ee.copy(Oe).multiplyScalar(cn()).round())},this.getScissor=function(E){return E.copy(ht)},this.setScissor=function(E,z,Q,Y){E.isVector4?ht.set(E.x,E.y,E.z,E.w):ht.set(E,z,Q,Y),Ee.scissor(le.copy(ht).multiplyScalar(cn()).round())},this.getScissorTest=function(){return lt},this.setScissorTest=function(E){Ee.setScissorTest(lt=E)},this.setOpaqueSort=function(E){Ve=E},this.setTransparentSort=function(E){Qe=E},this.getClearColor=function(E){return E.copy(U.getClearColor())},this.setClearColor=function(){U.setClearColor(...arguments)},this.getClearAlpha=function(){return U.getClearAlpha()},this.setClearAlpha=function(){U.setClearAlpha(...arguments)},this.clear=function(E=!0,z=!0,Q=!0){let Y=0;if(E){let Z=!1;if(ce!==null){let Te=ce.texture.format;Z=p.has(Te)}if(Z){let Te=ce.texture.type,Pe=m.has(Te),Ae=U.getClearColor(),Le=U.getClearAlpha(),ze=Ae.r,st=Ae.g,ft=Ae.b;Pe?(y[0]=ze,y[1]=st,y[2]=ft,y[3]=Le,F.clearBufferuiv(F.COLOR,0,y)):(A[0]=ze,A[1]=st,A[2]=ft,A[3]=Le,F.clearBufferiv(F.COLOR,0,A))}else Y|=F.COLOR_BUFFER_BIT}z&&(Y|=F.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),Q&&(Y|=F.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),Y!==0&&F.clear(Y)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(E){E.setRenderer(this),k=E},this.dispose=function(){t.removeEventListener("webglcontextlost",Be,!1),t.removeEventListener("webglcontextrestored",tt,!1),t.removeEventListener("webglcontextcreationerror",Re,!1),U.dispose(),ye.dispose(),ne.dispose(),Ye.dispose(),He.dispose(),C.dispose(),ue.dispose(),X.dispose(),Me.dispose(),Ge.dispose(),oe.dispose(),he.dispose(),he.removeEventListener("sessionstart",Ka),he.removeEventListener("sessionend",Oi),ts.stop()};function Be(E){E.preventDefault(),nd("WebGLRenderer: Context Lost."),I=!0}function tt(){nd("WebGLRenderer: Context Restored."),I=!1;let E=Ot.autoReset,z=pe.enabled,Q=pe.autoUpdate,Y=pe.needsUpdate,Z=pe.type;et(),Ot.autoReset=E,pe.enabled=z,pe.autoUpdate=Q,pe.needsUpdate=Y,pe.type=Z}function Re(E){nt("WebGLRenderer: A WebGL context could not be created. Reason: ",E.statusMessage)}function ct(E){let z=E.target;z.removeEventListener("dispose",ct),Gt(z)}function Gt(E){Gn(E),He.remove(E)}function Gn(E){let z=He.get(E).programs;z!==void 0&&(z.forEach(function(Q){oe.releaseProgram(Q)}),E.isShaderMaterial&&oe.releaseShaderCache(E))}this.renderBufferDirect=function(E,z,Q,Y,Z,Te){z===null&&(z=vn);let Pe=Z.isMesh&&Z.matrixWorld.determinantAffine()<0,Ae=Oo(E,z,Q,Y,Z);Ee.setMaterial(Y,Pe);let Le=Q.index,ze=1;if(Y.wireframe===!0){if(Le=X.getWireframeAttribute(Q),Le===void 0)return;ze=2}let st=Q.drawRange,ft=Q.attributes.position,ke=st.start*ze,pt=(st.start+st.count)*ze;Te!==null&&(ke=Math.max(ke,Te.start*ze),pt=Math.min(pt,(Te.start+Te.count)*ze)),Le!==null?(ke=Math.max(ke,0),pt=Math.min(pt,Le.count)):ft!=null&&(ke=Math.max(ke,0),pt=Math.min(pt,ft.count));let Kt=pt-ke;if(Kt<0||Kt===1/0)return;Me.setup(Z,Y,Ae,Q,Le);let Lt,It=ie;if(Le!==null&&(Lt=b.get(Le),It=we,It.setIndex(Lt)),Z.isMesh)Y.wireframe===!0?(Ee.setLineWidth(Y.wireframeLinewidth*cn()),It.setMode(F.LINES)):It.setMode(F.TRIANGLES);else if(Z.isLine){let yn=Y.linewidth;yn===void 0&&(yn=1),Ee.setLineWidth(yn*cn()),Z.isLineSegments?It.setMode(F.LINES):Z.isLineLoop?It.setMode(F.LINE_LOOP):It.setMode(F.LINE_STRIP)}else Z.isPoints?It.setMode(F.POINTS):Z.isSprite&&It.setMode(F.TRIANGLES);if(Z.isBatchedMesh)if($e.get("WEBGL_multi_draw"))It.renderMultiDraw(Z._multiDrawStarts,Z._multiDrawCounts,Z._multiDrawCount);else{let yn=Z._multiDrawStarts,Ue=Z._multiDrawCounts,hn=Z._multiDrawCount,xt=Le?b.get(Le).bytesPerElement:1,is=He.get(Y).currentProgram.getUniforms();for(let un=0;un<hn;un++)is.setValue(F,"_gl_DrawID",un),It.render(yn[un]/xt,Ue[un])}else if(Z.isInstancedMesh)It.renderInstances(ke,Kt,Z.count);else if(Q.isInstancedBufferGeometry){let yn=Q._maxInstanceCount!==void 0?Q._maxInstanceCount:1/0,Ue=Math.min(Q.instanceCount,yn);It.renderInstances(ke,Kt,Ue)}else It.render(ke,Kt)};function No(E,z,Q,Y){k!==null&&E.isNodeMaterial&&k.setObject(Y,E),Ht===!0&&se.setState(E,Q,!1),E.transparent===!0&&E.side===jn&&E.forceSinglePass===!1?(E.side=Kn,E.needsUpdate=!0,Bi(E,z,Y),E.side=qs,E.needsUpdate=!0,Bi(E,z,Y),E.side=jn):Bi(E,z,Y)}this.compile=function(E,z,Q=null){Q===null&&(Q=E),k!==null&&k.renderStart(E,z,Q),T=ne.get(Q),T.init(z),w.push(T),Q.traverseVisible(function(Z){Z.isLight&&Z.layers.test(z.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),E!==Q&&E.traverseVisible(function(Z){Z.isLight&&Z.layers.test(z.layers)&&(T.pushLight(Z),Z.castShadow&&T.pushShadow(Z))}),T.setupLights(),k!==null&&k.updateLights(T.state.lightsArray),ln=this.localClippingEnabled,Ht=se.init(this.clippingPlanes,ln),Ht===!0&&se.setGlobalState(this.clippingPlanes,z),k!==null&&pe.render(T.state.shadowsArray,Q,z);let Y=new Set;return E.traverse(function(Z){if(!(Z.isMesh||Z.isPoints||Z.isLine||Z.isSprite))return;let Te=Z.material;if(Te)if(Array.isArray(Te))for(let Pe=0;Pe<Te.length;Pe++){let Ae=Te[Pe];No(Ae,Q,z,Z),Y.add(Ae)}else No(Te,Q,z,Z),Y.add(Te)}),T=w.pop(),k!==null&&k.renderEnd(),Y},this.compileAsync=function(E,z,Q=null){let Y=this.compile(E,z,Q);return new Promise(Z=>{function Te(){if(Y.forEach(function(Pe){let Le=He.get(Pe).currentProgram;(Le===void 0||Le.isReady())&&Y.delete(Pe)}),Y.size===0){Z(E);return}setTimeout(Te,10)}$e.get("KHR_parallel_shader_compile")!==null?Te():setTimeout(Te,10)})};let Cr=null;function Bh(E){Cr&&Cr(E)}function Ka(){ts.stop()}function Oi(){ts.start()}let ts=new Dm;ts.setAnimationLoop(Bh),typeof self<"u"&&ts.setContext(self),this.setAnimationLoop=function(E){Cr=E,he.setAnimationLoop(E),E===null?ts.stop():ts.start()},he.addEventListener("sessionstart",Ka),he.addEventListener("sessionend",Oi),this.render=function(E,z){if(z!==void 0&&z.isCamera!==!0){nt("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(I===!0)return;k!==null&&k.renderStart(E,z);let Q=he.enabled===!0&&he.isPresenting===!0,Y=O!==null&&(ce===null||Q)&&O.begin(L,ce);if(E.matrixWorldAutoUpdate===!0&&E.updateMatrixWorld(),z.parent===null&&z.matrixWorldAutoUpdate===!0&&z.updateMatrixWorld(),he.enabled===!0&&he.isPresenting===!0&&(O===null||O.isCompositing()===!1)&&(he.cameraAutoUpdate===!0&&he.updateCamera(z),z=he.getCamera()),E.isScene===!0&&E.onBeforeRender(L,E,z,ce),T=ne.get(E,w.length),T.init(z),T.state.textureUnits=Ye.getTextureUnits(),w.push(T),Ut.multiplyMatrices(z.projectionMatrix,z.matrixWorldInverse),z.isArrayCamera?zt.setFromArrayCamera(z):Ke.setFromProjectionMatrix(Ut,_i,z.reversedDepth),ln=this.localClippingEnabled,Ht=se.init(this.clippingPlanes,ln),R=ye.get(E,_.length),R.init(),_.push(R),this.info.render.frame++,he.enabled===!0&&he.isPresenting===!0){let Pe=L.xr.getDepthSensingMesh();Pe!==null&&ns(Pe,z,-1/0,L.sortObjects)}ns(E,z,0,L.sortObjects),R.finish(),k!==null&&k.updateLights(T.state.lightsArray),L.sortObjects===!0&&R.sort(Ve,Qe),jt=he.enabled===!1||he.isPresenting===!1||he.hasDepthSensing()===!1,jt&&U.addToRenderList(R,E),this.info.autoReset===!0&&this.info.reset(),Ht===!0&&se.beginShadows();let Z=T.state.shadowsArray;if(pe.render(Z,E,z),Ht===!0&&se.endShadows(),(Y&&O.hasRenderPass())===!1){let Pe=R.opaque,Ae=R.transmissive;if(T.setupLights(),z.isArrayCamera){let Le=z.cameras;if(Ae.length>0)for(let ze=0,st=Le.length;ze<st;ze++){let ft=Le[ze];bi(Pe,Ae,E,ft)}jt&&U.render(E);for(let ze=0,st=Le.length;ze<st;ze++){let ft=Le[ze];Uo(R,E,ft,ft.viewport)}}else Ae.length>0&&bi(Pe,Ae,E,z),jt&&U.render(E),Uo(R,E,z)}ce!==null&&W===0&&(Ye.updateMultisampleRenderTarget(ce),Ye.updateRenderTargetMipmap(ce)),Y&&O.end(L),E.isScene===!0&&E.onAfterRender(L,E,z),Me.resetDefaultState(),$=-1,K=null,w.pop(),w.length>0?(T=w[w.length-1],Ye.setTextureUnits(T.state.textureUnits),Ht===!0&&se.setGlobalState(L.clippingPlanes,T.state.camera)):T=null,_.pop(),_.length>0?R=_[_.length-1]:R=null,k!==null&&k.renderEnd()};function ns(E,z,Q,Y){if(E.visible===!1)return;if(E.layers.test(z.layers)){if(E.isGroup)Q=E.renderOrder;else if(E.isLOD)E.autoUpdate===!0&&E.update(z);else if(E.isLight)T.pushLight(E),E.castShadow&&T.pushShadow(E);else if(E.isSprite){let Pe=z.isArrayCamera?zt:Ke;if(!E.frustumCulled||E.intersectsFrustum(Pe)){Y&&bt.setFromMatrixPosition(E.matrixWorld).applyMatrix4(Ut);let Ae=ue.update(E),Le=E.material;Le.visible&&R.push(E,Ae,Le,Q,bt.z,null,z)}}else if(E.isMesh||E.isLine||E.isPoints){let Pe=z.isArrayCamera?zt:Ke;if(!E.frustumCulled||E.intersectsFrustum(Pe)){let Ae=ue.update(E),Le=E.material;if(Y&&(E.boundingSphere!==void 0?(E.boundingSphere===null&&E.computeBoundingSphere(),bt.copy(E.boundingSphere.center)):(Ae.boundingSphere===null&&Ae.computeBoundingSphere(),bt.copy(Ae.boundingSphere.center)),bt.applyMatrix4(E.matrixWorld).applyMatrix4(Ut)),Array.isArray(Le)){let ze=Ae.groups;for(let st=0,ft=ze.length;st<ft;st++){let ke=ze[st],pt=Le[ke.materialIndex];pt&&pt.visible&&R.push(E,Ae,pt,Q,bt.z,ke,z)}}else Le.visible&&R.push(E,Ae,Le,Q,bt.z,null,z)}}}let Te=E.children;for(let Pe=0,Ae=Te.length;Pe<Ae;Pe++)ns(Te[Pe],z,Q,Y)}function Uo(E,z,Q,Y){let{opaque:Z,transmissive:Te,transparent:Pe}=E;T.setupLightsView(Q),Ht===!0&&se.setGlobalState(L.clippingPlanes,Q),Y&&Ee.viewport(ee.copy(Y)),Z.length>0&&Qt(Z,z,Q),Te.length>0&&Qt(Te,z,Q),Pe.length>0&&Qt(Pe,z,Q),Ee.buffers.depth.setTest(!0),Ee.buffers.depth.setMask(!0),Ee.buffers.color.setMask(!0),Ee.setPolygonOffset(!1)}function bi(E,z,Q,Y){if((Q.isScene===!0?Q.overrideMaterial:null)!==null)return;if(T.state.transmissionRenderTarget[Y.id]===void 0){let ke=$e.has("EXT_color_buffer_half_float")||$e.has("EXT_color_buffer_float");T.state.transmissionRenderTarget[Y.id]=new ai(1,1,{generateMipmaps:!0,type:ke?Ii:Qn,minFilter:gs,samples:Math.max(4,at.samples),stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:vt.workingColorSpace})}let Te=T.state.transmissionRenderTarget[Y.id],Pe=Y.viewport||ee;Te.setSize(Pe.z*L.transmissionResolutionScale,Pe.w*L.transmissionResolutionScale);let Ae=L.getRenderTarget(),Le=L.getActiveCubeFace(),ze=L.getActiveMipmapLevel();L.setRenderTarget(Te),L.getClearColor(j),de=L.getClearAlpha(),de<1&&L.setClearColor(16777215,.5),L.clear(),jt&&U.render(Q);let st=L.toneMapping;L.toneMapping=Ki;let ft=Y.viewport;if(Y.viewport!==void 0&&(Y.viewport=void 0),T.setupLightsView(Y),Ht===!0&&se.setGlobalState(L.clippingPlanes,Y),Qt(E,Q,Y),Ye.updateMultisampleRenderTarget(Te),Ye.updateRenderTargetMipmap(Te),$e.has("WEBGL_multisampled_render_to_texture")===!1){let ke=!1;for(let pt=0,Kt=z.length;pt<Kt;pt++){let Lt=z[pt],{object:It,geometry:yn,material:Ue,group:hn}=Lt;if(Ue.side===jn&&It.layers.test(Y.layers)){let xt=Ue.side;Ue.side=Kn,Ue.needsUpdate=!0,sn(It,Q,Y,yn,Ue,hn),Ue.side=xt,Ue.needsUpdate=!0,ke=!0}}ke===!0&&(Ye.updateMultisampleRenderTarget(Te),Ye.updateRenderTargetMipmap(Te))}L.setRenderTarget(Ae,Le,ze),L.setClearColor(j,de),ft!==void 0&&(Y.viewport=ft),L.toneMapping=st}function Qt(E,z,Q){let Y=z.isScene===!0?z.overrideMaterial:null;for(let Z=0,Te=E.length;Z<Te;Z++){let Pe=E[Z],{object:Ae,geometry:Le,group:ze}=Pe,st=Pe.material;st.allowOverride===!0&&Y!==null&&(st=Y),Ae.layers.test(Q.layers)&&sn(Ae,z,Q,Le,st,ze)}}function sn(E,z,Q,Y,Z,Te){k!==null&&Z.isNodeMaterial&&k.setObject(E,Z),E.onBeforeRender(L,z,Q,Y,Z,Te),E.modelViewMatrix.multiplyMatrices(Q.matrixWorldInverse,E.matrixWorld),E.normalMatrix.getNormalMatrix(E.modelViewMatrix),Z.onBeforeRender(L,z,Q,Y,E,Te),Z.transparent===!0&&Z.side===jn&&Z.forceSinglePass===!1?(Z.side=Kn,Z.needsUpdate=!0,L.renderBufferDirect(Q,z,Y,Z,E,Te),Z.side=qs,Z.needsUpdate=!0,L.renderBufferDirect(Q,z,Y,Z,E,Te),Z.side=jn):L.renderBufferDirect(Q,z,Y,Z,E,Te),E.onAfterRender(L,z,Q,Y,Z,Te)}function rn(E){let z=0;for(let Q of E)Q.texture!==null&&z++;return z}function Bi(E,z,Q){z.isScene!==!0&&(z=vn);let Y=He.get(E),Z=T.state.lights,Te=T.state.shadowsArray,Pe=Z.state.version,Ae=oe.getParameters(E,Z.state,Te,z,Q,T.state.lightProbeGridArray),Le=oe.getProgramCacheKey(Ae),ze=Y.programs;Y.environment=E.isMeshStandardMaterial||E.isMeshLambertMaterial||E.isMeshPhongMaterial?z.environment:null,Y.fog=z.fog;let st=E.isMeshStandardMaterial||E.isMeshLambertMaterial&&!E.envMap||E.isMeshPhongMaterial&&!E.envMap;Y.envMap=C.get(E.envMap||Y.environment,st),Y.envMapRotation=Y.environment!==null&&E.envMap===null?z.environmentRotation:E.envMapRotation,ze===void 0&&(E.addEventListener("dispose",ct),ze=new Map,Y.programs=ze,Y.programVariants=new Map);let ft=ze.get(Le);if(ft!==void 0){if(Y.currentProgram===ft&&Y.lightsStateVersion===Pe)return Fo(E,Ae),ft}else Ae.uniforms=oe.getUniforms(E),k!==null&&E.isNodeMaterial&&k.build(E,Q,Ae),E.onBeforeCompile(Ae,L),ft=oe.acquireProgram(Ae,Le),ze.set(Le,ft),Y.uniforms=Ae.uniforms;let ke=Y.uniforms;return(!E.isShaderMaterial&&!E.isRawShaderMaterial||E.clipping===!0)&&(ke.clippingPlanes=se.uniform),Fo(E,Ae),Y.needsLights=Ms(E),Y.lightsStateVersion=Pe,Y.needsLights&&(ke.ambientLightColor.value=Z.state.ambient,ke.lightProbe.value=Z.state.probe,ke.sunLights.value=Z.state.sun,ke.sunLightShadows.value=Z.state.sunShadow,ke.directionalLights.value=Z.state.directional,ke.directionalLightShadows.value=Z.state.directionalShadow,ke.spotLights.value=Z.state.spot,ke.spotLightShadows.value=Z.state.spotShadow,ke.rectAreaLights.value=Z.state.rectArea,ke.ltc_1.value=Z.state.rectAreaLTC1,ke.ltc_2.value=Z.state.rectAreaLTC2,ke.pointLights.value=Z.state.point,ke.pointLightShadows.value=Z.state.pointShadow,ke.hemisphereLights.value=Z.state.hemi,ke.sunShadowMatrix.value=Z.state.sunShadowMatrix,ke.sunShadowCascade.value=Z.state.sunShadowCascade,ke.directionalShadowMatrix.value=Z.state.directionalShadowMatrix,ke.spotLightMatrix.value=Z.state.spotLightMatrix,ke.spotLightMap.value=Z.state.spotLightMap,ke.pointShadowMatrix.value=Z.state.pointShadowMatrix),Y.numLightProbeGrids=rn(T.state.lightProbeGridArray),Y.currentProgram=ft,Y.uniformsList=null,ft}function ti(E,z,Q,Y,Z){let Te=He.get(E),Pe=Te.currentProgram.id+","+Y+","+Z,Ae=Te.programVariants.get(Pe);return Ae===void 0?(Ae=Bi(E,z,Q),Te.programVariants.set(Pe,Ae)):(Te.currentProgram=Ae,Te.uniformsList=null,Te.outputColorSpace=Y,Te.toneMapping=Z),Ae}function Ss(E){if(E.uniformsList===null){let z=E.currentProgram.getUniforms();E.uniformsList=xo.seqWithValue(z.seq,E.uniforms)}return E.uniformsList}function Fo(E,z){let Q=He.get(E);Q.outputColorSpace=z.outputColorSpace,Q.batching=z.batching,Q.batchingColor=z.batchingColor,Q.instancing=z.instancing,Q.instancingColor=z.instancingColor,Q.instancingMorph=z.instancingMorph,Q.skinning=z.skinning,Q.morphTargets=z.morphTargets,Q.morphNormals=z.morphNormals,Q.morphColors=z.morphColors,Q.morphTargetsCount=z.morphTargetsCount,Q.numClippingPlanes=z.numClippingPlanes,Q.numIntersection=z.numClipIntersection,Q.vertexAlphas=z.vertexAlphas,Q.vertexTangents=z.vertexTangents,Q.toneMapping=z.toneMapping}function Oo(E,z,Q,Y,Z){z.isScene!==!0&&(z=vn),Ye.resetTextureUnits();let Te=z.fog,Pe=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial?z.environment:null,Ae=ce===null?L.outputColorSpace:ce.isXRRenderTarget===!0?ce.texture.colorSpace:vt.workingColorSpace,Le=Y.isMeshStandardMaterial||Y.isMeshLambertMaterial&&!Y.envMap||Y.isMeshPhongMaterial&&!Y.envMap,ze=C.get(Y.envMap||Pe,Le),st=Y.vertexColors===!0&&!!Q.attributes.color&&Q.attributes.color.itemSize===4,ft=!!Q.attributes.tangent&&(!!Y.normalMap||Y.anisotropy>0),ke=!!Q.morphAttributes.position,pt=!!Q.morphAttributes.normal,Kt=!!Q.morphAttributes.color,Lt=Ki;Y.toneMapped&&(ce===null||ce.isXRRenderTarget===!0)&&(Lt=L.toneMapping);let It=Q.morphAttributes.position||Q.morphAttributes.normal||Q.morphAttributes.color,yn=It!==void 0?It.length:0,Ue=He.get(Y),hn=T.state.lights;if(Ht===!0&&(ln===!0||E!==K)){let Dt=E===K&&Y.id===$;se.setState(Y,E,Dt)}let xt=!1,is=!1;Y.version===Ue.__version?Ue.needsLights&&Ue.lightsStateVersion!==hn.state.version||Z.isBatchedMesh&&Ue.batching===!1||!Z.isBatchedMesh&&Ue.batching===!0||Z.isBatchedMesh&&Ue.batchingColor===!0&&Z._colorsTexture===null||Z.isBatchedMesh&&Ue.batchingColor===!1&&Z._colorsTexture!==null||Z.isInstancedMesh&&Ue.instancing===!1||!Z.isInstancedMesh&&Ue.instancing===!0||Z.isSkinnedMesh&&Ue.skinning===!1||!Z.isSkinnedMesh&&Ue.skinning===!0||Z.isInstancedMesh&&Ue.instancingColor===!0&&Z.instanceColor===null||Z.isInstancedMesh&&Ue.instancingColor===!1&&Z.instanceColor!==null||Z.isInstancedMesh&&Ue.instancingMorph===!0&&Z.morphTexture===null||Z.isInstancedMesh&&Ue.instancingMorph===!1&&Z.morphTexture!==null||Ue.envMap!==ze||Y.fog===!0&&Ue.fog!==Te||Ue.numClippingPlanes!==void 0&&(Ue.numClippingPlanes!==se.numPlanes||Ue.numIntersection!==se.numIntersection)||Ue.vertexAlphas!==st||Ue.vertexTangents!==ft||Ue.morphTargets!==ke||Ue.morphNormals!==pt||Ue.morphColors!==Kt||Ue.morphTargetsCount!==yn||Ue.numLightProbeGrids!==rn(T.state.lightProbeGridArray)?xt=!0:(Ue.outputColorSpace!==Ae||Ue.toneMapping!==Lt)&&(is=!0):(xt=!0,Ue.__version=Y.version);let un=Ue.currentProgram;(xt===!0||is===!0)&&(un=is===!0?ti(Y,z,Z,Ae,Lt):Bi(Y,z,Z),k&&Y.isNodeMaterial&&k.onUpdateProgram(Y,un,Ue));let Ir=!1,ki=!1,ss=!1,ut=un.getUniforms(),en=Ue.uniforms;if(Ee.useProgram(un.program)&&(Ir=!0,ki=!0,ss=!0),Y.id!==$&&($=Y.id,ki=!0),Ir||K!==E){Ee.buffers.depth.getReversed()&&E.reversedDepth!==!0&&(E._reversedDepth=!0,E.updateProjectionMatrix()),ut.setValue(F,"projectionMatrix",E.projectionMatrix),ut.setValue(F,"viewMatrix",E.matrixWorldInverse);let dn=ut.map.cameraPosition;dn!==void 0&&dn.setValue(F,An.setFromMatrixPosition(E.matrixWorld)),at.logarithmicDepthBuffer&&ut.setValue(F,"logDepthBufFC",2/(Math.log(E.far+1)/Math.LN2)),(Y.isMeshPhongMaterial||Y.isMeshToonMaterial||Y.isMeshLambertMaterial||Y.isMeshBasicMaterial||Y.isMeshStandardMaterial||Y.isShaderMaterial)&&ut.setValue(F,"isOrthographic",E.isOrthographicCamera===!0),K!==E&&(K=E,ki=!0,ss=!0)}if(Ue.needsLights&&(hn.state.sunShadowMap.length>0&&ut.setValue(F,"sunShadowMap",hn.state.sunShadowMap,Ye),hn.state.directionalShadowMap.length>0&&ut.setValue(F,"directionalShadowMap",hn.state.directionalShadowMap,Ye),hn.state.spotShadowMap.length>0&&ut.setValue(F,"spotShadowMap",hn.state.spotShadowMap,Ye),hn.state.pointShadowMap.length>0&&ut.setValue(F,"pointShadowMap",hn.state.pointShadowMap,Ye)),Z.isSkinnedMesh){ut.setOptional(F,Z,"bindMatrix"),ut.setOptional(F,Z,"bindMatrixInverse");let Dt=Z.skeleton;Dt&&(Dt.boneTexture===null&&Dt.computeBoneTexture(),ut.setValue(F,"boneTexture",Dt.boneTexture,Ye))}Z.isBatchedMesh&&(ut.setOptional(F,Z,"batchingTexture"),ut.setValue(F,"batchingTexture",Z._matricesTexture,Ye),ut.setOptional(F,Z,"batchingIdTexture"),ut.setValue(F,"batchingIdTexture",Z._indirectTexture,Ye),ut.setOptional(F,Z,"batchingColorTexture"),Z._colorsTexture!==null&&ut.setValue(F,"batchingColorTexture",Z._colorsTexture,Ye));let Wn=Q.morphAttributes;if((Wn.position!==void 0||Wn.normal!==void 0||Wn.color!==void 0)&&re.update(Z,Q,un),(ki||Ue.receiveShadow!==Z.receiveShadow)&&(Ue.receiveShadow=Z.receiveShadow,ut.setValue(F,"receiveShadow",Z.receiveShadow)),(Y.isMeshStandardMaterial||Y.isMeshLambertMaterial||Y.isMeshPhongMaterial)&&Y.envMap===null&&z.environment!==null&&(en.envMapIntensity.value=z.environmentIntensity),en.dfgLUT!==void 0&&(en.dfgLUT.value=tM()),ki){if(ut.setValue(F,"toneMappingExposure",L.toneMappingExposure),Ue.needsLights&&Pr(en,ss),Te&&Y.fog===!0&&ve.refreshFogUniforms(en,Te),ve.refreshMaterialUniforms(en,Y,xe,_e,T.state.transmissionRenderTarget[E.id]),Ue.needsLights&&Ue.numLightProbeGrids>0){let Dt=S,dn=0;for(let kn of T.state.lightProbeGridArray)kn.texture!==null&&(Dt.textures[dn]=kn.texture,Dt.min[dn]=kn.boundingBox.min,Dt.max[dn]=kn.boundingBox.max,Dt.resolution[dn]=kn.resolution,dn++);for(let kn in Dt)Dt[kn].length=dn;en.probesSH.value=Dt.textures,en.probesMin.value=Dt.min,en.probesMax.value=Dt.max,en.probesResolution.value=Dt.resolution}xo.upload(F,Ss(Ue),en,Ye)}if(Y.isShaderMaterial&&Y.uniformsNeedUpdate===!0&&(xo.upload(F,Ss(Ue),en,Ye),Y.uniformsNeedUpdate=!1),Y.isSpriteMaterial&&ut.setValue(F,"center",Z.center),ut.setValue(F,"modelViewMatrix",Z.modelViewMatrix),ut.setValue(F,"normalMatrix",Z.normalMatrix),ut.setValue(F,"modelMatrix",Z.matrixWorld),Y.uniformsGroups!==void 0){let Dt=Y.uniformsGroups;for(let dn=0,kn=Dt.length;dn<kn;dn++){let Ja=Dt[dn];Ge.update(Ja,un),Ge.bind(Ja,un)}}return un}function Pr(E,z){E.ambientLightColor.needsUpdate=z,E.lightProbe.needsUpdate=z,E.sunLights.needsUpdate=z,E.sunLightShadows.needsUpdate=z,E.directionalLights.needsUpdate=z,E.directionalLightShadows.needsUpdate=z,E.pointLights.needsUpdate=z,E.pointLightShadows.needsUpdate=z,E.spotLights.needsUpdate=z,E.spotLightShadows.needsUpdate=z,E.rectAreaLights.needsUpdate=z,E.hemisphereLights.needsUpdate=z}function Ms(E){return E.isMeshLambertMaterial||E.isMeshToonMaterial||E.isMeshPhongMaterial||E.isMeshStandardMaterial||E.isShadowMaterial||E.isShaderMaterial&&E.lights===!0}this.getActiveCubeFace=function(){return q},this.getActiveMipmapLevel=function(){return W},this.getRenderTarget=function(){return ce},this.setRenderTargetTextures=function(E,z,Q){let Y=He.get(E);Y.__autoAllocateDepthBuffer=E.resolveDepthBuffer===!1,Y.__autoAllocateDepthBuffer===!1&&(Y.__useRenderToTexture=!1),He.get(E.texture).__webglTexture=z,He.get(E.depthTexture).__webglTexture=Y.__autoAllocateDepthBuffer?void 0:Q,Y.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(E,z){let Q=He.get(E);Q.__webglFramebuffer=z,Q.__useDefaultFramebuffer=z===void 0},this.setRenderTarget=function(E,z=0,Q=0){ce=E,q=z,W=Q;let Y=null,Z=!1,Te=!1;if(E){let Ae=He.get(E);if(Ae.__useDefaultFramebuffer!==void 0){Ee.bindFramebuffer(F.FRAMEBUFFER,Ae.__webglFramebuffer),ee.copy(E.viewport),le.copy(E.scissor),te=E.scissorTest,Ee.viewport(ee),Ee.scissor(le),Ee.setScissorTest(te),$=-1;return}else if(Ae.__webglFramebuffer===void 0)Ye.setupRenderTarget(E);else if(Ae.__hasExternalTextures)Ye.rebindTextures(E,He.get(E.texture).__webglTexture,He.get(E.depthTexture).__webglTexture);else if(E.depthBuffer){let st=E.depthTexture;if(Ae.__boundDepthTexture!==st){if(st!==null&&He.has(st)&&(E.width!==st.image.width||E.height!==st.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ye.setupDepthRenderbuffer(E)}}let Le=E.texture;(Le.isData3DTexture||Le.isDataArrayTexture||Le.isCompressedArrayTexture)&&(Te=!0);let ze=He.get(E).__webglFramebuffer;E.isWebGLCubeRenderTarget?(Array.isArray(ze[z])?Y=ze[z][Q]:Y=ze[z],Z=!0):E.samples>0&&Ye.useMultisampledRTT(E)===!1?Y=He.get(E).__webglMultisampledFramebuffer:Array.isArray(ze)?Y=ze[Q]:Y=ze,ee.copy(E.viewport),le.copy(E.scissor),te=E.scissorTest}else ee.copy(Oe).multiplyScalar(xe).floor(),le.copy(ht).multiplyScalar(xe).floor(),te=lt;if(Q!==0&&(Y=H),Ee.bindFramebuffer(F.FRAMEBUFFER,Y)&&Ee.drawBuffers(E,Y),Ee.viewport(ee),Ee.scissor(le),Ee.setScissorTest(te),Z){let Ae=He.get(E.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_CUBE_MAP_POSITIVE_X+z,Ae.__webglTexture,Q)}else if(Te){let Ae=z;for(let Le=0;Le<E.textures.length;Le++){let ze=He.get(E.textures[Le]);F.framebufferTextureLayer(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0+Le,ze.__webglTexture,Q,Ae)}}else if(E!==null&&Q!==0){let Ae=He.get(E.texture);F.framebufferTexture2D(F.FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,Ae.__webglTexture,Q)}$=-1};function Lr(E){let z=He.get(E);return(z.__readFormat!==E.format||z.__readType!==E.type)&&(z.__readFormat=E.format,z.__readType=E.type,z.__formatReadable=at.textureFormatReadable(E.format),z.__typeReadable=at.textureTypeReadable(E.type)),z}this.readRenderTargetPixels=function(E,z,Q,Y,Z,Te,Pe,Ae=0){if(!(E&&E.isWebGLRenderTarget)){nt("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Le=He.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Pe!==void 0&&(Le=Le[Pe],Array.isArray(Le)&&(Le=Le[0])),Le){Ee.bindFramebuffer(F.FRAMEBUFFER,Le);try{let ze=E.textures[Ae],st=ze.format,ft=ze.type;E.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Ae);let ke=Lr(ze);if(ke.__formatReadable===!1){nt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(ke.__typeReadable===!1){nt("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}z>=0&&z<=E.width-Y&&Q>=0&&Q<=E.height-Z&&F.readPixels(z,Q,Y,Z,ge.convert(st),ge.convert(ft),Te)}finally{let ze=ce!==null?He.get(ce).__webglFramebuffer:null;Ee.bindFramebuffer(F.FRAMEBUFFER,ze)}}},this.readRenderTargetPixelsAsync=async function(E,z,Q,Y,Z,Te,Pe,Ae=0){if(!(E&&E.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Le=He.get(E).__webglFramebuffer;if(E.isWebGLCubeRenderTarget&&Pe!==void 0&&(Le=Le[Pe],Array.isArray(Le)&&(Le=Le[0])),Le)if(z>=0&&z<=E.width-Y&&Q>=0&&Q<=E.height-Z){Ee.bindFramebuffer(F.FRAMEBUFFER,Le);let ze=E.textures[Ae],st=ze.format,ft=ze.type;E.textures.length>1&&F.readBuffer(F.COLOR_ATTACHMENT0+Ae);let ke=Lr(ze);if(ke.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(ke.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let pt=F.createBuffer();F.bindBuffer(F.PIXEL_PACK_BUFFER,pt),F.bufferData(F.PIXEL_PACK_BUFFER,Te.byteLength,F.STREAM_READ),F.readPixels(z,Q,Y,Z,ge.convert(st),ge.convert(ft),0),F.bindBuffer(F.PIXEL_PACK_BUFFER,null);let Kt=ce!==null?He.get(ce).__webglFramebuffer:null;Ee.bindFramebuffer(F.FRAMEBUFFER,Kt);let Lt=F.fenceSync(F.SYNC_GPU_COMMANDS_COMPLETE,0);return F.flush(),await sm(F,Lt,4),F.bindBuffer(F.PIXEL_PACK_BUFFER,pt),F.getBufferSubData(F.PIXEL_PACK_BUFFER,0,Te),F.bindBuffer(F.PIXEL_PACK_BUFFER,null),F.deleteBuffer(pt),F.deleteSync(Lt),Te}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(E,z=null,Q=0){let Y=Math.pow(2,-Q),Z=Math.floor(E.image.width*Y),Te=Math.floor(E.image.height*Y),Pe=z!==null?z.x:0,Ae=z!==null?z.y:0;Ye.setTexture2D(E,0),F.copyTexSubImage2D(F.TEXTURE_2D,Q,0,0,Pe,Ae,Z,Te),Ee.unbindTexture()},this.copyTextureToTexture=function(E,z,Q=null,Y=null,Z=0,Te=0){let Pe,Ae,Le,ze,st,ft,ke,pt,Kt,Lt=E.isCompressedTexture?E.mipmaps[Te]:E.image;if(Q!==null)Pe=Q.max.x-Q.min.x,Ae=Q.max.y-Q.min.y,Le=Q.isBox3?Q.max.z-Q.min.z:1,ze=Q.min.x,st=Q.min.y,ft=Q.isBox3?Q.min.z:0;else{let ut=Math.pow(2,-Z);Pe=Math.floor(Lt.width*ut),Ae=Math.floor(Lt.height*ut),E.isDataArrayTexture?Le=Lt.depth:E.isData3DTexture?Le=Math.floor(Lt.depth*ut):Le=1,ze=0,st=0,ft=0}Y!==null?(ke=Y.x,pt=Y.y,Kt=Y.z):(ke=0,pt=0,Kt=0);let It=ge.convert(z.format),yn=ge.convert(z.type),Ue;z.isData3DTexture?(Ye.setTexture3D(z,0),Ue=F.TEXTURE_3D):z.isDataArrayTexture||z.isCompressedArrayTexture?(Ye.setTexture2DArray(z,0),Ue=F.TEXTURE_2D_ARRAY):(Ye.setTexture2D(z,0),Ue=F.TEXTURE_2D),Ee.activeTexture(F.TEXTURE0),Ee.pixelStorei(F.UNPACK_FLIP_Y_WEBGL,z.flipY),Ee.pixelStorei(F.UNPACK_PREMULTIPLY_ALPHA_WEBGL,z.premultiplyAlpha),Ee.pixelStorei(F.UNPACK_ALIGNMENT,z.unpackAlignment);let hn=Ee.getParameter(F.UNPACK_ROW_LENGTH),xt=Ee.getParameter(F.UNPACK_IMAGE_HEIGHT),is=Ee.getParameter(F.UNPACK_SKIP_PIXELS),un=Ee.getParameter(F.UNPACK_SKIP_ROWS),Ir=Ee.getParameter(F.UNPACK_SKIP_IMAGES);Ee.pixelStorei(F.UNPACK_ROW_LENGTH,Lt.width),Ee.pixelStorei(F.UNPACK_IMAGE_HEIGHT,Lt.height),Ee.pixelStorei(F.UNPACK_SKIP_PIXELS,ze),Ee.pixelStorei(F.UNPACK_SKIP_ROWS,st),Ee.pixelStorei(F.UNPACK_SKIP_IMAGES,ft);let ki=E.isDataArrayTexture||E.isData3DTexture,ss=z.isDataArrayTexture||z.isData3DTexture;if(E.isDepthTexture){let ut=He.get(E),en=He.get(z),Wn=He.get(ut.__renderTarget),Dt=He.get(en.__renderTarget);Ee.bindFramebuffer(F.READ_FRAMEBUFFER,Wn.__webglFramebuffer),Ee.bindFramebuffer(F.DRAW_FRAMEBUFFER,Dt.__webglFramebuffer);for(let dn=0;dn<Le;dn++)ki&&(F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,He.get(E).__webglTexture,Z,ft+dn),F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,He.get(z).__webglTexture,Te,Kt+dn)),F.blitFramebuffer(ze,st,ze+Pe,st+Ae,ke,pt,ke+Pe,pt+Ae,F.DEPTH_BUFFER_BIT,F.NEAREST);Ee.bindFramebuffer(F.READ_FRAMEBUFFER,null),Ee.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else if(Z!==0||E.isRenderTargetTexture||He.has(E)){let ut=He.get(E),en=He.get(z);Ee.bindFramebuffer(F.READ_FRAMEBUFFER,D),Ee.bindFramebuffer(F.DRAW_FRAMEBUFFER,V);for(let Wn=0;Wn<Le;Wn++)ki?F.framebufferTextureLayer(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,ut.__webglTexture,Z,ft+Wn):F.framebufferTexture2D(F.READ_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,ut.__webglTexture,Z),ss?F.framebufferTextureLayer(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,en.__webglTexture,Te,Kt+Wn):F.framebufferTexture2D(F.DRAW_FRAMEBUFFER,F.COLOR_ATTACHMENT0,F.TEXTURE_2D,en.__webglTexture,Te),Z!==0?F.blitFramebuffer(ze,st,ze+Pe,st+Ae,ke,pt,ke+Pe,pt+Ae,F.COLOR_BUFFER_BIT,F.NEAREST):ss?F.copyTexSubImage3D(Ue,Te,ke,pt,Kt+Wn,ze,st,Pe,Ae):F.copyTexSubImage2D(Ue,Te,ke,pt,ze,st,Pe,Ae);Ee.bindFramebuffer(F.READ_FRAMEBUFFER,null),Ee.bindFramebuffer(F.DRAW_FRAMEBUFFER,null)}else ss?E.isDataTexture||E.isData3DTexture?F.texSubImage3D(Ue,Te,ke,pt,Kt,Pe,Ae,Le,It,yn,Lt.data):z.isCompressedArrayTexture?F.compressedTexSubImage3D(Ue,Te,ke,pt,Kt,Pe,Ae,Le,It,Lt.data):F.texSubImage3D(Ue,Te,ke,pt,Kt,Pe,Ae,Le,It,yn,Lt):E.isDataTexture?F.texSubImage2D(F.TEXTURE_2D,Te,ke,pt,Pe,Ae,It,yn,Lt.data):E.isCompressedTexture?F.compressedTexSubImage2D(F.TEXTURE_2D,Te,ke,pt,Lt.width,Lt.height,It,Lt.data):F.texSubImage2D(F.TEXTURE_2D,Te,ke,pt,Pe,Ae,It,yn,Lt);Ee.pixelStorei(F.UNPACK_ROW_LENGTH,hn),Ee.pixelStorei(F.UNPACK_IMAGE_HEIGHT,xt),Ee.pixelStorei(F.UNPACK_SKIP_PIXELS,is),Ee.pixelStorei(F.UNPACK_SKIP_ROWS,un),Ee.pixelStorei(F.UNPACK_SKIP_IMAGES,Ir),Te===0&&z.generateMipmaps===!0&&z.mipmapsAutoUpdate===!0&&F.generateMipmap(Ue),Ee.unbindTexture()},this.initRenderTarget=function(E){He.get(E).__webglFramebuffer===void 0&&Ye.setupRenderTarget(E)},this.initTexture=function(E){E.isCubeTexture?Ye.setTextureCube(E,0):E.isData3DTexture?Ye.setTexture3D(E,0):E.isDataArrayTexture||E.isCompressedArrayTexture?Ye.setTexture2DArray(E,0):Ye.setTexture2D(E,0),Ee.unbindTexture()},this.resetState=function(){q=0,W=0,ce=null,Ee.reset(),Me.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return _i}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=vt._getDrawingBufferColorSpace(e),t.unpackColorSpace=vt._getUnpackColorSpace()}};var Wm={type:"change"},bd={type:"start"},qm={type:"end"},eh=new fs,Xm=new $n,nM=Math.cos(70*_o.DEG2RAD),En=new B,ei=2*Math.PI,At={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},yd=1e-6,th=class extends Ta{constructor(e,t=null){super(e,t),this.state=At.NONE,this.target=new B,this.cursor=new B,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Ws.ROTATE,MIDDLE:Ws.DOLLY,RIGHT:Ws.PAN},this.touches={ONE:Xs.ROTATE,TWO:Xs.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._cursorStyle="auto",this._domElementKeyEvents=null,this._lastPosition=new B,this._lastQuaternion=new Jt,this._lastTargetPosition=new B,this._quat=new Jt().setFromUnitVectors(e.up,new B(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Gs,this._sphericalDelta=new Gs,this._scale=1,this._panOffset=new B,this._rotateStart=new Ze,this._rotateEnd=new Ze,this._rotateDelta=new Ze,this._panStart=new Ze,this._panEnd=new Ze,this._panDelta=new Ze,this._dollyStart=new Ze,this._dollyEnd=new Ze,this._dollyDelta=new Ze,this._dollyDirection=new B,this._mouse=new Ze,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=sM.bind(this),this._onPointerDown=iM.bind(this),this._onPointerUp=rM.bind(this),this._onContextMenu=dM.bind(this),this._onMouseWheel=lM.bind(this),this._onKeyDown=cM.bind(this),this._onTouchStart=hM.bind(this),this._onTouchMove=uM.bind(this),this._onMouseDown=oM.bind(this),this._onMouseMove=aM.bind(this),this._interceptControlDown=fM.bind(this),this._interceptControlUp=pM.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}set cursorStyle(e){this._cursorStyle=e,e==="grab"?this.domElement.style.cursor="grab":this.domElement.style.cursor="auto"}get cursorStyle(){return this._cursorStyle}connect(e){super.connect(e),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.ownerDocument.addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.state=At.NONE,this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.ownerDocument.removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{capture:!0}),this._controlActive=!1,this._pointers.length=0,this._pointerPositions={},this.domElement.style.touchAction="",this.domElement.style.cursor="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(e){e.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=e}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Wm),this.update(),this.state=At.NONE}pan(e,t){this._pan(e,t),this.update()}dollyIn(e){this._dollyIn(e),this.update()}dollyOut(e){this._dollyOut(e),this.update()}rotateLeft(e){this._rotateLeft(e),this.update()}rotateUp(e){this._rotateUp(e),this.update()}update(e=null){let t=this.object.position;En.copy(t).sub(this.target),En.applyQuaternion(this._quat),this._spherical.setFromVector3(En),this.autoRotate&&this.state===At.NONE&&this._rotateLeft(this._getAutoRotationAngle(e)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=ei:n>Math.PI&&(n-=ei),s<-Math.PI?s+=ei:s>Math.PI&&(s-=ei),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(En.setFromSpherical(this._spherical),En.applyQuaternion(this._quatInverse),t.copy(this.target).add(En),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=En.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new B(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new B(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=En.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(eh.origin.copy(this.object.position),eh.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(eh.direction))<nM?this.object.lookAt(this.target):(Xm.setFromNormalAndCoplanarPoint(this.object.up,this.target),eh.intersectPlane(Xm,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>yd||8*(1-this._lastQuaternion.dot(this.object.quaternion))>yd||this._lastTargetPosition.distanceToSquared(this.target)>yd?(this.dispatchEvent(Wm),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(e){return e!==null?ei/60*this.autoRotateSpeed*e:ei/60/60*this.autoRotateSpeed}_getZoomScale(e){let t=Math.abs(e*.01);return Math.pow(.95,this.zoomSpeed*t)}_rotateLeft(e){this._sphericalDelta.theta-=e}_rotateUp(e){this._sphericalDelta.phi-=e}_panLeft(e,t){En.setFromMatrixColumn(t,0),En.multiplyScalar(-e),this._panOffset.add(En)}_panUp(e,t){this.screenSpacePanning===!0?En.setFromMatrixColumn(t,1):(En.setFromMatrixColumn(t,0),En.crossVectors(this.object.up,En)),En.multiplyScalar(e),this._panOffset.add(En)}_pan(e,t){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;En.copy(s).sub(this.target);let r=En.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*e*r/n.clientHeight,this.object.matrix),this._panUp(2*t*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(e*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(t*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(e){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=e:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(e,t){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=e-n.left,r=t-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(e){return Math.max(this.minDistance,Math.min(this.maxDistance,e))}_handleMouseDownRotate(e){this._rotateStart.set(e.clientX,e.clientY)}_handleMouseDownDolly(e){this._updateZoomParameters(e.clientX,e.clientY),this._dollyStart.set(e.clientX,e.clientY)}_handleMouseDownPan(e){this._panStart.set(e.clientX,e.clientY)}_handleMouseMoveRotate(e){this._rotateEnd.set(e.clientX,e.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ei*this._rotateDelta.x/t.clientHeight),this._rotateUp(ei*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(e){this._dollyEnd.set(e.clientX,e.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.zoomToCursor&&(this._performCursorZoom=!0,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()),this.update()}_handleMouseMovePan(e){this._panEnd.set(e.clientX,e.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(e){this._updateZoomParameters(e.clientX,e.clientY),e.deltaY<0?this._dollyIn(this._getZoomScale(e.deltaY)):e.deltaY>0&&this._dollyOut(this._getZoomScale(e.deltaY)),this.update()}_handleKeyDown(e){let t=!1;switch(e.code){case this.keys.UP:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(ei*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),t=!0;break;case this.keys.BOTTOM:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateUp(-ei*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),t=!0;break;case this.keys.LEFT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(ei*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),t=!0;break;case this.keys.RIGHT:e.ctrlKey||e.metaKey||e.shiftKey?this.enableRotate&&this._rotateLeft(-ei*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),t=!0;break}t&&(e.preventDefault(),this.update())}_handleTouchStartRotate(e){if(this._pointers.length===1)this._rotateStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(e){if(this._pointers.length===1)this._panStart.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panStart.set(n,s)}}_handleTouchStartDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enablePan&&this._handleTouchStartPan(e)}_handleTouchStartDollyRotate(e){this.enableZoom&&this._handleTouchStartDolly(e),this.enableRotate&&this._handleTouchStartRotate(e)}_handleTouchMoveRotate(e){if(this._pointers.length==1)this._rotateEnd.set(e.pageX,e.pageY);else{let n=this._getSecondPointerPosition(e),s=.5*(e.pageX+n.x),r=.5*(e.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let t=this.domElement;this._rotateLeft(ei*this._rotateDelta.x/t.clientHeight),this._rotateUp(ei*this._rotateDelta.y/t.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(e){if(this._pointers.length===1)this._panEnd.set(e.pageX,e.pageY);else{let t=this._getSecondPointerPosition(e),n=.5*(e.pageX+t.x),s=.5*(e.pageY+t.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(e){let t=this._getSecondPointerPosition(e),n=e.pageX-t.x,s=e.pageY-t.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(e.pageX+t.x)*.5,a=(e.pageY+t.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enablePan&&this._handleTouchMovePan(e)}_handleTouchMoveDollyRotate(e){this.enableZoom&&this._handleTouchMoveDolly(e),this.enableRotate&&this._handleTouchMoveRotate(e)}_addPointer(e){this._pointers.push(e.pointerId)}_removePointer(e){delete this._pointerPositions[e.pointerId];for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId){this._pointers.splice(t,1);return}}_isTrackingPointer(e){for(let t=0;t<this._pointers.length;t++)if(this._pointers[t]==e.pointerId)return!0;return!1}_trackPointer(e){let t=this._pointerPositions[e.pointerId];t===void 0&&(t=new Ze,this._pointerPositions[e.pointerId]=t),t.set(e.pageX,e.pageY)}_getSecondPointerPosition(e){let t=e.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[t]}_customWheelEvent(e){let t=e.deltaMode,n={clientX:e.clientX,clientY:e.clientY,deltaY:e.deltaY};switch(t){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return e.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function iM(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.ownerDocument.addEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i),this._cursorStyle==="grab"&&(this.domElement.style.cursor="grabbing")))}function sM(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function rM(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.ownerDocument.removeEventListener("pointermove",this._onPointerMove),this.domElement.ownerDocument.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(qm),this.state=At.NONE,this._cursorStyle==="grab"&&(this.domElement.style.cursor="grab");break;case 1:let e=this._pointers[0],t=this._pointerPositions[e];this._onTouchStart({pointerId:e,pageX:t.x,pageY:t.y});break}}function oM(i){let e;switch(i.button){case 0:e=this.mouseButtons.LEFT;break;case 1:e=this.mouseButtons.MIDDLE;break;case 2:e=this.mouseButtons.RIGHT;break;default:e=-1}switch(e){case Ws.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=At.DOLLY;break;case Ws.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=At.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=At.ROTATE}break;case Ws.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=At.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=At.PAN}break;default:this.state=At.NONE}this.state!==At.NONE&&this.dispatchEvent(bd)}function aM(i){switch(this.state){case At.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case At.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case At.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function lM(i){this.enabled===!1||this.enableZoom===!1||this.state!==At.NONE||(i.preventDefault(),this.dispatchEvent(bd),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(qm))}function cM(i){this.enabled!==!1&&this._handleKeyDown(i)}function hM(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case Xs.ROTATE:if(this.enableRotate===!1){this.state=At.NONE;break}this._handleTouchStartRotate(i),this.state=At.TOUCH_ROTATE;break;case Xs.PAN:if(this.enablePan===!1){this.state=At.NONE;break}this._handleTouchStartPan(i),this.state=At.TOUCH_PAN;break;default:this.state=At.NONE}break;case 2:switch(this.touches.TWO){case Xs.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=At.TOUCH_DOLLY_PAN;break;case Xs.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=At.TOUCH_DOLLY_ROTATE;break;default:this.state=At.NONE}break;default:this.state=At.NONE}this.state!==At.NONE&&this.dispatchEvent(bd)}function uM(i){switch(this._trackPointer(i),this.state){case At.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case At.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case At.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case At.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=At.NONE}}function dM(i){this.enabled!==!1&&i.preventDefault()}function fM(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.ownerDocument.addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function pM(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.ownerDocument.removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}var mM={light:{break:"#6a7383",stick:"#1f6feb",slip:"#c2570c"},dark:{break:"#9aa4b4",stick:"#6cb0ff",slip:"#ff9d4d"}},Ym=.0065,$m={light:{normal:"#39424f",friction:"#b0208a"},dark:{normal:"#cfd7e3",friction:"#ff86dc"}},gM=80,Zm=new B(0,1,0),vr=class{constructor(e,t,n,s,r=64){this.parent=e;this.geometry=t;this.material=n;this.order=s;this.capacity=r;this.mesh=this.make()}parent;geometry;material;order;capacity;mesh;count=0;make(){let e=new lr(this.geometry,this.material,this.capacity);return e.frustumCulled=!1,e.renderOrder=this.order,e.setColorAt(0,new We),this.parent.add(e),e}begin(e){e>this.capacity&&(this.capacity=2*e,this.parent.remove(this.mesh),this.mesh.dispose(),this.mesh=this.make()),this.count=0}add(e,t){this.mesh.setMatrixAt(this.count,e),this.mesh.setColorAt(this.count++,t)}end(){this.mesh.count=this.count,this.mesh.visible=this.count>0,this.mesh.instanceMatrix.needsUpdate=!0,this.mesh.instanceColor&&(this.mesh.instanceColor.needsUpdate=!0)}};function nh(i,e,t){let{header:n}=i,r=n.moving.includes(n.geoms[e.geom1]?.body??0)?1:-1,[o,a,l]=e.impulse,c=h=>r*(o*e.normal[h]+a*e.tangent1[h]+l*e.tangent2[h])/t;return{force:[c(0),c(1),c(2)],side:r}}function Km(i){let e=[];for(let t of i.runs){let n=Math.max(1,Math.floor(t.frames.length/200));for(let s=0;s<t.frames.length;s+=n)for(let r of t.frames[s].contacts())r.impulse[0]>0&&e.push(r.impulse[0])}return e.sort((t,n)=>t-n),e[e.length>>1]??1}function Jm(i,e,t,n){let s=new bn,r={depthTest:!1,depthWrite:!1,transparent:!0,fog:!1},o=new ps({...r,opacity:.95}),a=new ps({...r,opacity:.2,side:jn}),l=new Pi(1,1,1,n?5:10).translate(0,.5,0),c=new lo(1,1,n?7:14).translate(0,-.5,0),h=new lo(1,1,n?18:36,1,!0).rotateX(Math.PI).translate(0,.5,0),d=new _a(1,.012,n?3:6,n?18:48).rotateX(Math.PI/2).translate(0,1,0),u=new vr(s,h,a,10),f=new vr(s,d,o,11),g=new vr(s,l,o,12),v=new vr(s,c,o,13),p=new vr(s,new $i(1,n?7:14,n?5:10),o,14),m=[u,f,g,v,p],y=Km(i),A=Math.min(.24*e,Math.max(.02*e,.9*t)),S=3.5*A,R=Ym*e,T=!1,_="light",w,O=1,L=new We,I=new rt,k=new Jt,H=new B,D=new B,V=new B;function q(K,ee,le,te,j){V.set(...ee);let de=V.length();if(!(de>0)||!(le>1e-4*e))return;V.divideScalar(de),k.setFromUnitVectors(Zm,V);let me=Math.min(.45*le,4*te);L.set(j),H.set(...K),g.add(I.compose(H,k,D.set(te,le-me,te)),L),H.addScaledVector(V,le),v.add(I.compose(H,k,D.set(2.4*te,me,2.4*te)),L)}function W(K,ee,le,te){V.set(...K.normal).multiplyScalar(ee).normalize(),k.setFromUnitVectors(Zm,V),H.set(...K.position),L.set(te),I.compose(H,k,D.set(K.mu*le,le,K.mu*le)),u.add(I,L),f.add(I,L)}function ce(K,ee,le){let te=K.contact,j=K.key===$.pinned||K.key===$.highlighted,de=mM[_][te.mode];if(T&&!j&&te.mode==="break")return;L.set(de),H.set(...te.position);let me=(j?2.6:1.5)*R;p.add(I.compose(H,k.identity(),D.set(me,me,me)),L);let[_e,xe,Ve]=te.impulse,Qe=Math.hypot(_e,xe,Ve);if(!(Qe>0))return;let Oe=Math.min($.scale*A/y,S/Math.max(Qe,_e*Math.hypot(1,te.mu)));if(le&&_e>0&&te.mu>0&&W(te,ee,_e*Oe,de),$.parts&&(!T||j)){let ht=te.normal.map(Ke=>ee*_e*Ke),lt=te.tangent1.map((Ke,zt)=>ee*(xe*Ke+Ve*te.tangent2[zt]));q(te.position,ht,_e*Oe,.55*R,$m[_].normal),q(te.position,lt,Math.hypot(xe,Ve)*Oe,.55*R,$m[_].friction)}q(te.position,K.force,Qe*Oe,j?1.7*R:R,de)}let $={root:s,shown:[],pinned:null,highlighted:null,visible:!0,cones:!0,parts:!0,scale:1,setTheme(K){_=K,this.again()},show(K,ee){w=K,O=ee;let le=K?K.contacts():[];this.shown=le.map(te=>({contact:te,key:Ff(te),force:nh(i,te,ee).force})),T=le.length>gM,R=Ym*e*Math.max(.35,Math.min(1,Math.sqrt(40/Math.max(1,le.length))));for(let te of m)te.begin(3*le.length+1);if(this.visible)for(let te of this.shown){let{side:j}=nh(i,te.contact,ee),de=!T||te.key===this.pinned||te.key===this.highlighted;ce(te,j,this.cones&&de)}for(let te of m)te.end()},again(){this.show(w,O)},measure(){y=Km(i)}};return $}var jm=1,_M=8,ih=class{constructor(e){this.paint=e}paint;root=new bn;herds=[];merged=null;build(e,t){this.clear();for(let r of t)r.layers.set(0);let n=new Map;for(let r of e){r.mesh.layers.set(jm);let o=n.get(r.mesh.geometry);o?o.push(r):n.set(r.mesh.geometry,[r])}let s=[];for(let r of n.values())r.length>=_M?this.addHerd(r):s.push(...r);s.length>0&&this.merge(s)}clear(){for(let{drawn:e}of this.herds)e.dispose();this.merged?.geometry.dispose(),this.merged?.skeleton.dispose(),this.root.clear(),this.herds=[],this.merged=null}add(e){e.frustumCulled=!1,e.castShadow=e.receiveShadow=!0,this.root.add(e)}addHerd(e){let t=new lr(e[0].mesh.geometry,this.paint(),e.length);e.forEach((n,s)=>t.setColorAt(s,n.color)),this.add(t),this.herds.push({drawn:t,parts:e})}merge(e){let t=e.reduce((p,{mesh:m})=>p+m.geometry.getAttribute("position").count,0),n=[],s=new Float32Array(3*t),r=new Float32Array(3*t),o=new Float32Array(3*t),a=new Uint16Array(4*t),l=new Float32Array(4*t),c=[...new Set(e.map(p=>p.body))],h=new B,d=new it,u=0;for(let p of e){let{geometry:m}=p.mesh,y=u;p.mesh.updateMatrix(),d.getNormalMatrix(p.mesh.matrix);let A=m.getAttribute("position"),S=m.getAttribute("normal"),R=c.indexOf(p.body),T=m.index?m.index.count:A.count;for(let _=0;_<T;_++)n.push(y+(m.index?m.index.getX(_):_));for(let _=0;_<A.count;_++,u++)h.fromBufferAttribute(A,_).applyMatrix4(p.mesh.matrix).toArray(s,3*u),h.fromBufferAttribute(S,_).applyMatrix3(d).normalize().toArray(r,3*u),p.color.toArray(o,3*u),a[4*u]=R,l[4*u]=1}let f=new gn;f.setIndex(n),f.setAttribute("position",new on(s,3)),f.setAttribute("normal",new on(r,3)),f.setAttribute("color",new on(o,3)),f.setAttribute("skinIndex",new on(a,4)),f.setAttribute("skinWeight",new on(l,4));let g=this.paint();g.vertexColors=!0,this.merged=new ca(f,g);let v=new ha(c,c.map(()=>new rt));this.merged.bind(v,new rt),this.add(this.merged)}follow(){for(let{drawn:e,parts:t}of this.herds)t.forEach((n,s)=>e.setMatrixAt(s,n.mesh.matrixWorld)),e.instanceMatrix.needsUpdate=!0}};function Qm(i){i.layers.enable(jm)}var yo=512;function xM(i){let e=new We(i.fill),[t,n,s,r]=i.line.match(/[\d.]+/g).map(Number),o=(d,u)=>r*d/255+(1-r)*u,a=new We(i.fill).convertLinearToSRGB(),l=new We().setRGB(o(t,a.r),o(n,a.g),o(s,a.b),Vt),c=new We(Math.max(e.r,l.r,1e-4),Math.max(e.g,l.g,1e-4),Math.max(e.b,l.b,1e-4)),h=d=>`rgb(${[d.r/c.r,d.g/c.g,d.b/c.b].map(u=>Math.round(255*u)).join()})`;return{fill:h(e),line:h(l),brightest:c}}function eg(i,e){let{fill:t,line:n,brightest:s}=xM(i),r=document.createElement("canvas");r.width=r.height=yo;let o=r.getContext("2d");o.fillStyle=t,o.fillRect(0,0,yo,yo),o.strokeStyle=n;for(let l=0;l<=5;l++){o.globalAlpha=l%5===0?1:.28,o.lineWidth=l%5===0?7:3;let c=l*yo/5;o.beginPath(),o.moveTo(c,0),o.lineTo(c,yo),o.moveTo(0,c),o.lineTo(yo,c),o.stroke()}let a=new Fs(r);return a.wrapS=a.wrapT=Ns,a.anisotropy=e,{texture:a,color:s}}var Di=64;function yr([i,e,t]){return`rgb(${[i,e,t].map(n=>Math.round(255*Math.min(1,Math.max(0,n)))).join(" ")})`}function tg(i,e,t){let n=document.createElement("canvas");n.width=i,n.height=e;let s=n.getContext("2d");return s&&t(s),n}var sh=class{constructor(e,t,n){this.looks=e;this.sharpness=t;this.changed=n}looks;sharpness;changed;made=new Map;material(e){return this.looks?.materials[this.looks.geoms[e]??-1]}texture(e,t,n){let s=this.material(e),r=this.looks?.textures[s?.texture??-1];return!s||!r||r.pattern==="flat"?null:n||t.type!=="mesh"?this.paint(s.texture):null}tint(e,t){let n=this.looks?.textures[this.material(e)?.texture??-1];return!n||n.pattern==="picture"||t&&n.pattern!=="flat"?[1,1,1]:n.pattern==="flat"?n.rgb1:n.rgb1.map((s,r)=>(s+n.rgb2[r])/2)}shine(e){let t=this.material(e);return t&&(t.shine[2]>0||t.shine[3]>0||Math.abs(t.shine[1]-.5)>.2)?t.shine:null}paint(e){let t=this.made.get(e);if(t)return t;let{pattern:n,rgb1:s,rgb2:r,mark:o,picture:a}=this.looks.textures[e],l;if(n==="picture"){let c=new Image;l=new On(c),c.onload=()=>{l.needsUpdate=!0,this.changed()},c.src=`data:image/png;base64,${a??""}`}else l=new Fs(tg(2*Di,2*Di,c=>{let h=c.createLinearGradient(0,0,0,2*Di);if(h.addColorStop(0,yr(s)),h.addColorStop(1,yr(r)),c.fillStyle=n==="gradient"?h:yr(s),c.fillRect(0,0,2*Di,2*Di),c.fillStyle=yr(r),n==="checker")for(let d of[0,Di])c.fillRect(d,Di-d,Di,Di);c.strokeStyle=yr(o??s),o&&c.strokeRect(.5,.5,2*Di-1,2*Di-1)}));return l.colorSpace=Vt,l.wrapS=l.wrapT=Ns,l.anisotropy=this.sharpness,this.made.set(e,l),l}place(e,t,n,s){let r=this.material(t),o=e.getAttribute("uv");if(!r||!o||n.type==="mesh")return e;let[a,l,c]=n.size,h=e.clone(),d=h.getAttribute("uv"),u=[[2*c,2*l],[2*c,2*l],[2*a,2*c],[2*a,2*c],[2*a,2*l],[2*a,2*l]],f=e.getAttribute("position");for(let g=0;g<o.count;g++){let[v,p]=[o.getX(g),o.getY(g)];if(n.type==="plane"){let m=a>0?2*a:s,y=l>0?2*l:s;[v,p]=r.uniform||!(a>0&&l>0)?[f.getX(g)/2,f.getY(g)/2]:[f.getX(g)/m+.5,f.getY(g)/y+.5]}else if(n.type==="box"&&r.uniform){let[m,y]=u[Math.floor(g/4)];[v,p]=[v*m/2,p*y/2]}d.setXY(g,v*r.repeat[0],p*r.repeat[1])}return h}sky(){let e=this.looks?.textures[this.looks.sky];if(!e||e.pattern==="picture")return null;let{rgb1:t,rgb2:n,pattern:s}=e;return[t,s==="flat"?t:t.map((r,o)=>(r+n[o])/2)]}skyTexture([e,t]){let n=new Fs(tg(2,256,s=>{let r=s.createLinearGradient(0,0,0,256);r.addColorStop(0,yr(e)),r.addColorStop(1,yr(t)),s.fillStyle=r,s.fillRect(0,0,2,256)}));return n.colorSpace=Vt,n}};var ka=Math.PI,vM=1.4,yM=80,bM=i=>i.reduce((e,t)=>e.map((n,s)=>n+t[s]),[0,0,0]),Sd=i=>new We().setRGB(i[0],i[1],i[2],Vt),rh=class{constructor(e,t,n){this.radius=t;let s=bM([e.head.ambient,...e.lights.map(o=>o.ambient)]);this.root.add(new Ma(Sd(s),ka)),Math.max(...e.head.diffuse)>0&&this.add(new Vs(Sd(e.head.diffuse),ka),null);let r=0;for(let o of e.lights){let[a,l]=o.cone,c=Sd(o.diffuse),h=o.directional?new Vs(c,ka):a<=90?new Sa(c,ka,0,Math.min(a,89)*Math.PI/180,l>0?1:0,0):new hr(c,ka,0,0);o.shadow&&r===0&&(o.directional||a<=yM)&&(r++,this.castShadow(h,n)),this.add(h,o)}}radius;root=new bn;lamps=[];add(e,t){this.lamps.push({lamp:e,light:t}),this.root.add(e),e instanceof hr||this.root.add(e.target)}castShadow(e,t){if(e.castShadow=!0,!e.shadow)return;e.shadow.mapSize.set(t,t),e.shadow.bias=-4e-4,e.shadow.normalBias=.004*this.radius;let n=e.shadow.camera,s=vM*this.radius;n instanceof ur&&(n.left=n.bottom=-s,n.right=n.top=s),n.near=.05*this.radius,n.far=20*this.radius,n.updateProjectionMatrix()}place(e,t,n){let s=new B,r=new Jt;for(let{lamp:o,light:a}of this.lamps){let l=a?e[a.body]:void 0;a&&l?s.set(...a.dir).applyQuaternion(l.getWorldQuaternion(r)):t.getWorldDirection(s),a&&l&&!a.directional?o.position.set(...a.pos).applyMatrix4(l.matrixWorld):o.position.copy(n).addScaledVector(s,-8*this.radius),o instanceof hr||o.target.position.copy(o.position).add(s)}}};var SM=Math.cos(35*Math.PI/180),MM=1/48,EM=2e3;function wM(i,e,t){let n=new Map,s=new Uint32Array(i.length/3),r=[],o=[],a=l=>t>0?Math.round(l/t):l;for(let l=0;l<s.length;l++){let c=`${a(i[3*l])} ${a(i[3*l+1])} ${a(i[3*l+2])}`,h=n.get(c);h===void 0&&n.set(c,h=l),s[l]=h}for(let l=0;l<e.length;l+=3){let c=s[e[l]],h=s[e[l+1]],d=s[e[l+2]];c===h||h===d||d===c||(r.push(c,h,d),o.push(e[l],e[l+1],e[l+2]))}return{faces:new Uint32Array(r),before:o}}function TM(i,e){let t=[],n=new B,s=new B;for(let r=0;r<e.length;r+=3)n.fromArray(i,3*e[r]),s.fromArray(i,3*e[r+2]).sub(n),t.push(new B().fromArray(i,3*e[r+1]).sub(n).cross(s));return t}function AM(i){let e=new Nn().setFromArray(i),t=e.getSize(new B);return Math.max(t.x,t.y,t.z)}function ng(i,e,t,n){let{faces:s,before:r}=wM(i,e,t&&e.length>3*EM?MM*AM(i):0),o=TM(i,s),a=o.map(p=>p.length()),l=new Map,c=new Map;s.forEach((p,m)=>(l.get(p)??l.set(p,[]).get(p)).push(Math.floor(m/3)));let h=[],d=[],u=[],f=[],g=new B;s.forEach((p,m)=>{let y=Math.floor(m/3);g.set(0,0,0);for(let _ of l.get(p))o[_].dot(o[y])>=SM*a[_]*a[y]&&g.add(o[_]);g.normalize();let A=c.get(p)??c.set(p,[]).get(p),S=n?.[2*r[m]]??0,R=n?.[2*r[m]+1]??0,T=A.find(_=>u[2*_]===S&&u[2*_+1]===R&&Math.abs(d[3*_]-g.x)+Math.abs(d[3*_+1]-g.y)+Math.abs(d[3*_+2]-g.z)<.001);T===void 0&&(A.push(T=h.length/3),h.push(i[3*p],i[3*p+1],i[3*p+2]),d.push(g.x,g.y,g.z),u.push(S,R)),f.push(T)});let v=new gn;return v.setAttribute("position",new Tt(h,3)),v.setAttribute("normal",new Tt(d,3)),n&&v.setAttribute("uv",new Tt(u,2)),v.setIndex(f),v}var ig=[6000111,15050059,6273421,13073883,14708847,5224137,11969098,9406184],Md=[2060267,12736268,1736523,9647044,12592455,950165],sg=2048,rg=1024,og=38,RM=.72,CM={light:{background:15659509,floor:16251130,line:"rgba(70,84,104,0.34)",ink:"#1c2330"},dark:{background:1316895,floor:2106927,line:"rgba(150,168,196,0.30)",ink:"#e8ecf3"}},Ed=class{constructor(e,t){this.header=e;this.run=t;this.bodies=e.bodies.map(()=>new bn);for(let n of this.bodies)this.root.add(n);for(let{body:n,pos:s,quat:r}of e.fixed)this.bodies[n].position.set(...s),this.bodies[n].quaternion.set(r[1],r[2],r[3],r[0])}header;run;root=new bn;bodies;from=new Jt;to=new Jt;pose(e){let t=this.run.frameIndex(e),n=this.run.frames[t],s=this.run.frames[t+1]??n;if(!n||!s)return;let r=s.time>n.time?Math.min(1,Math.max(0,(e-n.time)/(s.time-n.time))):0;this.header.moving.forEach((o,a)=>{let l=this.bodies[o],c=h=>n.position(a,h)*(1-r)+(r>0?s.position(a,h)*r:0);l.position.set(c(0),c(1),c(2)),this.from.set(n.quaternion(a,1),n.quaternion(a,2),n.quaternion(a,3),n.quaternion(a,0)).normalize(),r>0&&(this.to.set(s.quaternion(a,1),s.quaternion(a,2),s.quaternion(a,3),s.quaternion(a,0)).normalize(),this.from.slerp(this.to,r)),l.quaternion.copy(this.from)})}};function PM(i,e){try{let t=new Jc({canvas:i,antialias:!e});return t.setPixelRatio(Math.min(window.devicePixelRatio,2)),t.shadowMap.enabled=!0,t.shadowMap.type=e?Iu:dr,t}catch{return null}}var oh=class{constructor(e,t){this.recording=e;this.canvas=t;this.renderer=PM(t,this.plain),this.camera.up.set(0,0,1),this.dresser=new sh(e.runs.length>1?void 0:e.header.looks,this.plain?1:this.renderer?.capabilities.getMaxAnisotropy()??1,()=>this.invalidate()),this.actors=e.runs.map(n=>new Ed(e.header,n)),this.measure(),this.firstRadius=this.radius,this.actors.forEach((n,s)=>this.furnish(n,s)),this.actors.forEach(n=>this.addRods(n)),this.addFloorWhereThereIsNone(),this.addLights(),this.contacts=Jm(e,this.radius,this.usualReach(),this.plain),this.scene.add(this.contacts.root,this.overlay,this.crowd.root),Qm(this.caster),this.controls=new th(this.camera,t),this.controls.enableDamping=!1,this.controls.addEventListener("change",()=>this.invalidate()),this.controls.addEventListener("start",()=>this.touched=!0);for(let n of["pointerdown","wheel"])t.addEventListener(n,()=>this.leaveSeat(),{capture:!0,passive:!0});this.setShapes("visual"),this.look("home")}recording;canvas;plain=$h;renderer;camera=new Fn(og,1,.01,1e3);controls;contacts;actors;center=new B;radius=1;follow=-1;overlay=new bn;scene=new oa;sun=new Vs(16777215,2.4);sky=new ya(16777215,8949920,1.5);floors=[];solids=[];shapes=[];rods=[];crowd=new ih(()=>this.paint(16777215,.62));cache=new Map;dresser;lights=null;seat=null;followed=new B;wanted=!0;draws=0;sharp=!0;invalidate(){this.wanted=!0}measure(){let{header:e}=this.recording,t=new Nn,n=new B,s=new B,r=new Nn;for(let o of this.actors){let a=o.run.frames.length;for(let l=0;l<Math.min(a,40);l++){let c=o.run.frames[Math.floor(l*(a-1)/Math.max(1,Math.min(a,40)-1))];o.pose(c.time),o.root.updateMatrixWorld(!0);for(let h of e.geoms){if(h.type==="plane")continue;let d=o.bodies[h.body],u=new B(...h.pos).applyMatrix4(d.matrixWorld),f=this.reachAlong(h,d.matrixWorld);t.set(n.copy(u).sub(f),s.copy(u).add(f)),Number.isFinite(f.lengthSq()+u.lengthSq())&&(e.moving.includes(h.body)?this.room:r).union(t)}}}this.room.isEmpty()&&this.room.copy(r),this.room.isEmpty()&&this.room.set(new B(-1,-1,0),new B(1,1,1)),this.room.getCenter(this.center),this.radius=Math.max(.001,this.room.getSize(new B).length()/2)}room=new Nn;widen(e){let t=this.radius,n=this.center.clone(),s=this.room.clone();e&&this.room.makeEmpty(),this.measure();for(let o of this.actors)o.pose(this.shownTime);let r=this.radius>(this.recording.header.geoms.some(o=>o.type==="plane")?30:4)*this.firstRadius;if(!e&&(r||this.radius<1.15*t)){this.radius=t,this.center.copy(n),r&&this.room.copy(s);return}e&&(this.firstRadius=this.radius),this.haze(this.seat===null),!this.touched&&this.follow<0&&this.look("home")}keepCamera(){this.touched=!0}touched=!1;shownTime=0;firstRadius=1;reach(e){let[t,n,s]=e.size;switch(e.type){case"sphere":return t;case"capsule":return t+n;case"cylinder":return Math.hypot(t,n);case"ellipsoid":return Math.max(t,n,s);case"box":return Math.hypot(t,n,s);case"mesh":{let r=this.recording.meshes[e.mesh]?.vertices??[],o=0;for(let a=0;a<r.length;a+=3)o=Math.max(o,Math.hypot(r[a],r[a+1],r[a+2]));return o}default:return 0}}reachAlong(e,t){let[n,s,r]=e.size,o=new Jt(e.quat[1],e.quat[2],e.quat[3],e.quat[0]),a=new rt().multiplyMatrices(t,new rt().makeRotationFromQuaternion(o.normalize())).elements,l=c=>{let[h,d,u]=[a[c],a[4+c],a[8+c]].map(Math.abs);switch(e.type){case"capsule":return n+u*s;case"cylinder":return u*s+n*Math.sqrt(Math.max(0,1-u*u));case"ellipsoid":return Math.hypot(h*n,d*s,u*r);case"box":return h*n+d*s+u*r;default:return this.reach(e)}};return new B(l(0),l(1),l(2))}usualReach(){let{header:e}=this.recording,t=e.geoms.filter(n=>e.moving.includes(n.body)).map(n=>this.reach(n)).sort((n,s)=>n-s);return t[t.length>>1]??this.radius}geometry(e,t){let n=this.dresser.texture(t,e,!0)?this.recording.header.looks.geoms[t]:"",s=e.type==="mesh"?`mesh ${e.mesh} ${e.collides}`:`${e.type} ${e.size.join(" ")} ${n}`,r=this.cache.get(s);return r||(r=this.makeGeometry(e),this.cache.set(s,n===""?r:r=this.dresser.place(r,t,e,60*this.radius))),r}makeGeometry(e){let[t,n,s]=e.size,r=this.plain||this.recording.header.geoms.length>300;switch(e.type){case"sphere":return new $i(t,r?16:32,r?10:20);case"ellipsoid":return new $i(1,r?16:32,r?10:20).scale(t,n,s);case"capsule":return new ga(t,2*n,r?4:8,r?12:24).rotateX(Math.PI/2);case"cylinder":return new Pi(t,t,2*n,r?20:40).rotateX(Math.PI/2);case"box":return new Os(2*t,2*n,2*s);case"mesh":return this.mesh(e);default:return this.plane(e)}}mesh(e){let t=this.recording.meshes[e.mesh],n=new gn;if(!t)return n;if(t.seen&&!e.collides)return ng(t.seen.vertices,t.seen.faces,this.plain,t.seen.uv);n.setAttribute("position",new on(t.vertices,3)),n.setIndex(new on(t.faces,1));let s=n.toNonIndexed();return s.computeVertexNormals(),s}plane(e){let t=60*this.radius,n=e.size[0]>0?2*e.size[0]:t,s=e.size[1]>0?2*e.size[1]:t,r=new cr(n,s),o=this.cell(),a=r.getAttribute("uv");for(let l=0;l<a.count;l++)a.setXY(l,(a.getX(l)-.5)*n/o,(a.getY(l)-.5)*s/o);return r}cell(){let e=this.radius/2.5,t=10**Math.floor(Math.log10(e));return(e/t>=5?5:e/t>=2?2:1)*t}color(e){let[t,n,s]=e.rgba;if(!(Math.abs(t-.5)+Math.abs(n-.5)+Math.abs(s-.5)<.001))return new We().setRGB(t,n,s,Vt);let o=this.recording.header.moving.indexOf(e.body);return new We(o<0?10003121:ig[o%ig.length])}paint(e,t){return this.plain?new xa({color:e}):new co({color:e,roughness:t,metalness:.04})}floorMaterial(e,t=-1){let n=this.paint(16777215,.95),s=e&&this.dresser.texture(t,e,!0);return n.side=jn,e&&s?(n.map=s,n.color.setRGB(e.rgba[0],e.rgba[1],e.rgba[2],Vt),n):(n.userData.model=e,this.floors.push(n),n)}solidMaterial(e,t,n){let s=this.paint(this.color(e),.62);return s.userData.opacity=e.rgba[3],t===0&&this.dress(s,e,n),t>0?(s.color.set(Md[t%Md.length]),s.userData.opacity=.55,s.wireframe=!0):this.recording.runs.length>1&&s.color.lerp(new We(Md[0]),.6),s.transparent=s.userData.opacity<1,s.opacity=s.userData.opacity,s.depthWrite=!s.transparent,this.solids.push(s),s}dress(e,t,n){let s=t.type!=="mesh"||!t.collides&&!!this.recording.meshes[t.mesh]?.seen?.uv,r=this.dresser.texture(n,t,s),o=this.dresser.shine(n),a=this.dresser.tint(n,s);e.color.multiply(new We().setRGB(...a,Vt)),e.map=r,o&&o[3]>0&&e.emissive.copy(e.color).multiplyScalar(Math.min(1,o[3])),o&&e instanceof co&&(e.roughness=_o.clamp(.95-.66*o[1],.1,1),e.metalness=.04+.3*Math.min(1,o[2])),e.userData.alone=r!==null||o!==null&&(!this.plain||o[3]>0)}furnish(e,t){let{header:n}=this.recording;for(let[s,r]of n.geoms.entries()){if(t>0&&!n.moving.includes(r.body))continue;let o=r.type==="plane",a=new an(this.geometry(r,s),o?this.floorMaterial(r,s):this.solidMaterial(r,t,s));a.position.set(...r.pos),a.quaternion.set(r.quat[1],r.quat[2],r.quat[3],r.quat[0]).normalize(),a.castShadow=!o&&t===0,a.receiveShadow=!0,e.bodies[r.body].add(a),this.shapes.push({mesh:a,geom:r,actor:e})}this.scene.add(e.root)}addRods(e){let{header:t}=this.recording,n=.006*this.radius,s=new Pi(n,n,1,8).translate(0,.5,0),r=this.paint(9213864,.7),o=(c,h)=>{if(h.length()<4*n)return;let d=new an(s,r);d.quaternion.setFromUnitVectors(new B(0,1,0),h.clone().normalize()),d.scale.y=h.length(),d.castShadow=!0,e.bodies[c].add(d),e===this.actors[0]&&this.rods.push(d)},a=c=>t.geoms.every(h=>h.body!==c||h.type==="sphere"||h.type==="ellipsoid"),l=new Set(t.joints.filter(c=>c.type!=="free").map(c=>c.body).filter(a));for(let c of t.geoms)l.has(c.body)&&o(c.body,new B(...c.pos));e.pose(e.run.begin),e.root.updateMatrixWorld(!0);for(let c of l){let h=t.bodies[c].parent,d=t.joints.some(u=>u.body===c&&u.type==="slide");l.has(h)&&!d&&o(h,e.bodies[h].worldToLocal(e.bodies[c].getWorldPosition(new B)))}}addFloorWhereThereIsNone(){if(this.recording.header.geoms.some(o=>o.type==="plane"))return;let e=60*this.radius,t=this.cell(),n=this.plane({type:"plane",size:[e/2,e/2,1]}),s=this.floorMaterial(null),r=new an(n,s);r.position.z=Math.floor((this.room.min.z-.05*this.radius)/t)*t,r.receiveShadow=!0,this.scene.add(r)}addLights(){let e=this.dresser.looks;if(e&&e.lights.length>0){this.lights=new rh(e,this.radius,this.plain?rg:sg),this.scene.add(this.lights.root);return}this.scene.add(this.sky,this.sun,this.sun.target),this.sun.castShadow=!0;let t=this.plain?rg:sg;this.sun.shadow.mapSize.set(t,t),this.sun.shadow.bias=-4e-4,this.sun.shadow.normalBias=.004*this.radius,this.sun.shadow.intensity=.75}placeSun(){let e=this.follow>=0?this.controls.target:this.center,t=1.8*this.radius;this.sun.target.position.copy(e),this.sun.position.copy(e).add(new B(-.75,-.45,1.3).multiplyScalar(2*this.radius));let n=this.sun.shadow.camera;n.left=n.bottom=-t,n.right=n.top=t,n.near=.05*this.radius,n.far=8*this.radius,n.updateProjectionMatrix()}setTheme(e){let t=CM[e],n=this.dresser.sky(),s=new We(t.background);n&&s.setRGB(...n[1],Vt),this.scene.background?.dispose?.(),this.scene.background=n?this.dresser.skyTexture(n):s,this.scene.fog=new ra(s,7*this.radius,26*this.radius),this.haze(this.seat===null);for(let r of this.floors){r.map?.dispose();let o=r.userData.model,a=o&&o.rgba[3]>0?this.floorTint(o,t):t.floor,l=eg({fill:a,line:t.line},this.plain?1:this.renderer?.capabilities.getMaxAnisotropy()??1);r.map=l.texture,r.color.copy(l.color),r.needsUpdate=!0}this.sky.intensity=e==="dark"?1.1:1.7,this.sun.intensity=e==="dark"?2:2.3,this.contacts.setTheme(e),this.invalidate()}floorTint(e,t){if(e.rgba.slice(0,3).every(o=>Math.abs(o-.5)<.001))return t.floor;let s=new We().setRGB(e.rgba[0],e.rgba[1],e.rgba[2],Vt),r=(o,a)=>Math.round(.14*255*_o.clamp(s[o],0,1)+.86*a);return s.convertLinearToSRGB(),r("r",t.floor>>16)<<16|r("g",t.floor>>8&255)<<8|r("b",t.floor&255)}setShapes(e){let{geoms:t}=this.recording.header,n=t.some(s=>!s.collides);for(let{mesh:s,geom:r}of this.shapes)s.visible=e==="all"||(e==="colliding"?r.collides:!n||r.group<3)||r.type==="plane";this.gather()}setTransparent(e){for(let t of this.solids){let n=t.userData.opacity;t.opacity=e?Math.min(n,.35):n,t.transparent=t.opacity<1,t.depthWrite=!t.transparent,t.needsUpdate=!0}this.gather()}gather(){let t=this.shapes.filter(({mesh:s,geom:r,actor:o})=>s.visible&&r.type!=="plane"&&o===this.actors[0]&&o.root.visible&&!s.material.transparent&&!s.material.userData.alone).map(({mesh:s,geom:r,actor:o})=>({mesh:s,body:o.bodies[r.body],color:s.material.color}));if(this.actors[0].root.visible)for(let s of this.rods)t.push({mesh:s,body:s.parent,color:s.material.color});let n=new Set(t.map(({mesh:s})=>s));this.crowd.build(t,[...this.shapes.map(({mesh:s})=>s),...this.rods].filter(s=>!n.has(s))),this.invalidate()}setGhosts(e){this.actors.forEach((t,n)=>t.root.visible=e[n]!==!1),this.gather()}show(e){for(let n of this.actors)n.pose(e);this.shownTime=e;let t=this.actors[0].run;if(this.contacts.show(t.frames[t.frameIndex(e)],t.dt),this.follow>=0){let n=this.actors[0].bodies[this.follow].position,s=n.clone().sub(this.followed);this.camera.position.add(s),this.controls.target.add(s),this.followed.copy(n)}this.invalidate()}setFollow(e){if(this.follow=e,e<0)return;this.followed.copy(this.actors[0].bodies[e].position);let t=this.followed.clone().sub(this.controls.target);this.camera.position.add(t),this.controls.target.copy(this.followed),this.controls.update(),this.invalidate()}outline(e){if(this.frameOf&&this.frameOf.parent?.remove(this.frameOf),this.frameOf=null,e>=0){let t=this.actors[0].bodies[e],n=new Nn;for(let{mesh:s,geom:r,actor:o}of this.shapes)r.body!==e||o!==this.actors[0]||!s.visible||(s.geometry.computeBoundingBox(),s.updateMatrix(),n.union(s.geometry.boundingBox.clone().applyMatrix4(s.matrix)));this.frameOf=new wa(n.expandByScalar(.01*this.radius),new We(13642623)),t.add(this.frameOf)}this.invalidate()}frameOf=null;sit(e){if(!e)return this.leaveSeat();this.seat=e,this.touched=!0,this.camera.fov=e.fovy[0],this.camera.near=this.radius/500,this.camera.far=Math.max(100,this.radius*200),this.camera.updateProjectionMatrix(),this.haze(!1),this.invalidate()}left=()=>{};leaveSeat(){if(!this.seat)return;this.seat=null,this.camera.fov=og,this.camera.updateProjectionMatrix(),this.haze(!0);let e=new B(0,0,-1).applyQuaternion(this.camera.quaternion);this.controls.target.copy(this.camera.position).addScaledVector(e,Math.max(this.radius/10,this.camera.position.distanceTo(this.center))),this.controls.update(),this.left(),this.invalidate()}haze(e){let t=this.scene.fog;t&&(t.near=e?7*this.radius:1e9,t.far=e?26*this.radius:2e9)}placeInSeat(){if(!this.seat)return;let{body:e,pos:t,quat:n}=this.seat,s=this.actors[0].bodies[e];this.camera.position.set(...t).applyMatrix4(s.matrixWorld),s.getWorldQuaternion(this.camera.quaternion).multiply(new Jt(n[1],n[2],n[3],n[0])),this.camera.updateMatrixWorld()}beforeWalls(e){for(let{mesh:t,geom:n}of this.shapes){if(n.type!=="plane")continue;let s=new B(0,0,1).applyQuaternion(t.getWorldQuaternion(new Jt));s.dot(e)<-.01&&e.reflect(s)}return e}look(e){this.leaveSeat(),this.touched=e!=="home";let t=this.room.getSize(new B),n=t.y<=t.x,r={home:this.beforeWalls(n?new B(.42,-1,.36):new B(1,-.42,.36)),front:new B(0,-1,0),side:new B(1,0,0),top:new B(0,-1e-4,1)}[e].normalize(),o=this.distanceFrom(r);this.controls.target.copy(this.follow>=0?this.followed:this.center),this.camera.position.copy(this.controls.target).addScaledVector(r,o),this.camera.near=o/200,this.camera.far=o*60,this.camera.updateProjectionMatrix(),this.controls.update(),this.invalidate()}distanceFrom(e){let t=new B().crossVectors(this.camera.up,e).normalize(),n=new B().crossVectors(e,t),s=new B,r=RM*Math.tan(this.camera.fov*Math.PI/360),o=r*this.camera.aspect,a=.2*this.radius;for(let l=0;l<8;l++)s.set(l&1?this.room.max.x:this.room.min.x,l&2?this.room.max.y:this.room.min.y,l&4?this.room.max.z:this.room.min.z),s.sub(this.center),a=Math.max(a,s.dot(e)+Math.max(Math.abs(s.dot(t))/o,Math.abs(s.dot(n))/r));return a}moveCamera(e,t,n,s,r){this.leaveSeat(),this.touched=!0;let o=this.camera.position.clone().sub(this.controls.target),a=new Gs().setFromVector3(new B(o.x,o.z,-o.y));a.theta+=e,a.phi=Math.min(Math.PI-.01,Math.max(.01,a.phi-t)),a.radius/=n;let l=new B().setFromSpherical(a),c=new B().setFromMatrixColumn(this.camera.matrix,0),h=new B().setFromMatrixColumn(this.camera.matrix,1);this.controls.target.addScaledVector(c,s*a.radius).addScaledVector(h,r*a.radius),this.camera.position.copy(this.controls.target).add(new B(l.x,-l.z,l.y)),this.controls.update(),this.invalidate()}resize(){let{clientWidth:e,clientHeight:t}=this.canvas;e===0||t===0||(this.renderer?.setSize(e,t,!1),this.camera.aspect=e/t,this.camera.updateProjectionMatrix(),this.invalidate())}render(){this.wanted&&(this.wanted=!1,this.placeSun(),this.renderer&&(this.renderer.shadowMap.autoUpdate=!this.plain,this.plain&&(this.sharp||(this.draws++&1)===0)&&(this.renderer.shadowMap.needsUpdate=!0),this.scene.updateMatrixWorld(),this.placeInSeat(),this.lights?.place(this.actors[0].bodies,this.camera,this.center),this.crowd.follow(),this.renderer.render(this.scene,this.camera)))}project(e){let t=new B(...e);return this.camera.updateMatrixWorld(),t.project(this.camera),[(t.x+1)/2*this.canvas.clientWidth,(1-t.y)/2*this.canvas.clientHeight,t.z]}ray(e,t){return this.camera.updateMatrixWorld(),this.caster.setFromCamera(new Ze(2*e/this.canvas.clientWidth-1,1-2*t/this.canvas.clientHeight),this.camera),this.caster.ray}caster=new Ea;hit(e,t){let{bodies:n}=this.actors[0],{moving:s}=this.recording.header;this.ray(e,t);let r=this.shapes.filter(({mesh:l,geom:c})=>l.visible&&l.parent===n[c.body]).map(({mesh:l})=>l),o=this.caster.intersectObjects(r,!1)[0],a=o?n.indexOf(o.object.parent):-1;return!o||!s.includes(a)?null:{body:a,point:n[a].worldToLocal(o.point.clone()),place:o.point}}picture(){return this.wanted=!0,this.render(),new Promise(e=>this.canvas.toBlob(e,"image/png"))}};var wd=[.01,.02,.05,.1,.25,.5,1,2,4],bo=class{constructor(e){this.run=e;this.time=e.begin}run;time;playing=!1;speed=1;loop=!1;listeners=[];onChange(e){this.listeners.push(e)}tell(){for(let e of this.listeners)e()}seek(e){this.time=Math.min(this.run.end,Math.max(this.run.begin,e)),this.tell()}play(e){e&&this.time>=this.run.end&&(this.time=this.run.begin),this.playing=e&&this.run.end>this.run.begin,this.tell()}toggle(){this.play(!this.playing)}step(e){this.playing=!1;let{run:t}=this,n=t.frameIndex(this.time),s=e<0&&this.time>t.frames[n].time+1e-9?1:0;this.seek(t.frames[Math.min(t.frames.length-1,Math.max(0,n+e+s))].time)}toMark(e){this.playing=!1;let t=this.run.marks.map(s=>s.time),n=e>0?t.find(s=>s>this.time+1e-9):t.reverse().find(s=>s<this.time-1e-9);this.seek(n??(e>0?this.run.end:this.run.begin))}setSpeed(e){this.speed=e,this.tell()}advance(e){if(!this.playing)return;let t=this.time+e*this.speed;t<this.run.end?this.seek(t):this.loop?this.seek(this.run.begin):(this.playing=!1,this.seek(this.run.end))}};var ah=class{constructor(e){this.scene=e;let{renderer:t}=e;if(this.full=t?.getPixelRatio()??1,!t)return;document.addEventListener("visibilitychange",()=>this.begin());let n=s=>{this.look(s,t.info.render.frame),requestAnimationFrame(n)};requestAnimationFrame(n)}scene;part=1;shown=1;full;intervals=[];total=0;last=0;drawn=0;moved=0;changed=0;patience=2e3;raised=!1;sharpen(){this.apply(1)}begin(){this.intervals=[],this.total=this.last=0}apply(e){this.begin(),e!==this.shown&&(this.shown=e,this.scene.renderer.setPixelRatio(this.full*e),this.scene.invalidate(),this.scene.render(),this.drawn=this.scene.renderer.info.render.frame)}look(e,t){let n=t>this.drawn;n&&this.last>0&&this.drawn>1&&(this.intervals.push(e-this.last),this.total+=e-this.last),this.last=n?e:0,this.drawn=t,n?(this.moved=e,this.shown!==this.part?this.apply(this.part):this.total>(this.intervals.length>1?400:1e3)&&this.decide(e)):this.shown<1&&e-this.moved>500&&this.apply(1)}decide(e){let t=this.intervals.sort((s,r)=>s-r)[this.intervals.length-1>>1];this.begin();let n=t>36?.25:.5;t>20&&this.part>n?(this.raised&&(this.patience=Math.min(2*this.patience,6e4)),this.change(e,Math.max(n,this.part*Math.max(.5,Math.sqrt(15/t))),!1)):t<17.5&&this.part<1&&e-this.changed>this.patience&&this.change(e,Math.min(1,1.4*this.part),!0)}change(e,t,n){this.changed=e,this.raised=n,this.part=t,this.apply(t)}};function St(i,e=4){if(i==null||!Number.isFinite(i))return"not a number";if(i===0)return"0";let t=Math.abs(i);return t<.001||t>=1e6?i.toExponential(Math.max(1,e-2)).replace(/\.?0+e/,"e"):String(Number(i.toPrecision(e)))}function hi(i){return`${i.toFixed(3)} s`}function lh(i,e){return`${i.toLocaleString("en")} ${e}${i===1?"":"s"}`}function za(...i){return i.join("-").toLowerCase().replace(/[^a-z0-9.]+/g,"-").replace(/^-|-$/g,"")}function Zs(i,e,t="text/plain"){let n=typeof e=="string"?new Blob([e],{type:t}):e,s=URL.createObjectURL(n),r=document.createElement("a");r.href=s,r.download=i,document.body.append(r),r.click(),r.remove(),setTimeout(()=>URL.revokeObjectURL(s),1e4)}function Se(i,e={},...t){let n=document.createElement(i);for(let[s,r]of Object.entries(e))n.setAttribute(s,r);return n.append(...t),n}var LM={1:"step not solved",2:"contact begins",4:"contact ends",8:"slip begins",16:"slip ends"},IM={1:"--bad",2:"--begin",4:"--end",8:"--slip",16:"--stick"},DM={2:0,8:1,16:2,4:3},ch=class{constructor(e,t,n,s){this.canvas=e;this.tip=t;this.header=n;this.player=s;this.paint=e.getContext("2d");let r=!1,o=a=>{s.playing=!1,s.seek(this.timeAt(a.offsetX))};e.addEventListener("pointerdown",a=>{r=!0,e.setPointerCapture(a.pointerId),o(a)}),e.addEventListener("pointermove",a=>{r&&o(a),this.showTip(a.offsetX)}),e.addEventListener("pointerup",()=>r=!1),e.addEventListener("pointerleave",()=>t.hidden=!0)}canvas;tip;header;player;paint;width=1;x(e){let{begin:t,end:n}=this.player.run;return n>t?6+(e-t)/(n-t)*(this.width-12):6}timeAt(e){let{begin:t,end:n}=this.player.run;return t+(e-6)/Math.max(1,this.width-12)*(n-t)}name(e){let t=`${LM[e.kind]??"mark"}, ${hi(e.time)}`,n=e.more>0?`, and ${e.more.toLocaleString("en")} more soon after`:"";return e.kind===1?t+n:`${t}: ${Vo(this.header,e.geom1,e.geom2)}${n}`}showTip(e){let t=this.player.run.marks.filter(o=>Math.abs(this.x(o.time)-e)<4),n=t.slice(0,5).map(o=>this.name(o));t.length>5&&n.push(`and ${t.length-5} more`),this.tip.textContent=n.length?n.join(`
`):hi(this.timeAt(e)),this.tip.hidden=!1;let s=this.canvas.getBoundingClientRect(),r=Math.min(Math.max(8,s.left+e-this.tip.offsetWidth/2),window.innerWidth-this.tip.offsetWidth-8);this.tip.style.left=`${r}px`,this.tip.style.top=`${s.top-this.tip.offsetHeight-6}px`}hill(e,t){let{steps:n}=this.player.run,s=n.contacts.reduce((o,a)=>Math.max(o,a),1),r=new Float32Array(Math.ceil(this.width)+1);for(let o=1;o<n.time.length;o++)for(let a=Math.round(this.x(n.time[o-1]));a<=Math.round(this.x(n.time[o]));a++)r[a]=Math.max(r[a]??0,n.contacts[o]);this.paint.fillStyle=t.getPropertyValue("--hill");for(let o=6;o<=this.width-6;o++){let a=r[o]/s*(e-8);this.paint.fillRect(o,e-4-a,1,a)}}drawMarks(e,t){let n=(e-8)/4,s=o=>{this.paint.fillStyle=t.getPropertyValue(IM[o.kind]??"--end");let a=Math.round(this.x(o.time))-1;o.kind===1?this.paint.fillRect(a,0,3,e):this.paint.fillRect(a,4+(DM[o.kind]??0)*n+.5,3,n-1)},{marks:r}=this.player.run;r.filter(o=>o.kind!==1).forEach(s),r.filter(o=>o.kind===1).forEach(s)}still=null;redraw(){let e=window.devicePixelRatio,t=this.canvas.clientHeight;this.width=this.canvas.clientWidth,this.canvas.width=Math.max(1,Math.round(this.width*e)),this.canvas.height=Math.max(1,Math.round(t*e)),this.paint.setTransform(e,0,0,e,0,0);let n=getComputedStyle(document.documentElement);this.paint.clearRect(0,0,this.width,t),this.paint.fillStyle=n.getPropertyValue("--track"),this.paint.beginPath(),this.paint.roundRect(2,2,this.width-4,t-4,6),this.paint.fill(),this.hill(t,n),this.drawMarks(t,n),this.still=document.createElement("canvas"),this.still.width=this.canvas.width,this.still.height=this.canvas.height,this.still.getContext("2d").drawImage(this.canvas,0,0),this.update()}update(){if(!this.still)return;let e=this.canvas.clientHeight,{time:t,run:n}=this.player;this.paint.save(),this.paint.setTransform(1,0,0,1,0,0),this.paint.clearRect(0,0,this.canvas.width,this.canvas.height),this.paint.drawImage(this.still,0,0),this.paint.restore();let s=getComputedStyle(document.documentElement),r=this.x(t);this.paint.fillStyle=s.getPropertyValue("--ink"),this.paint.fillRect(r-1,0,2,e),this.paint.beginPath(),this.paint.arc(r,5,5,0,2*Math.PI),this.paint.fill(),this.canvas.setAttribute("aria-valuemin",n.begin.toFixed(3)),this.canvas.setAttribute("aria-valuemax",n.end.toFixed(3)),this.canvas.setAttribute("aria-valuenow",t.toFixed(3)),this.canvas.setAttribute("aria-valuetext",`${hi(t)} of ${hi(n.end)}`)}};var NM="uplot",UM="u-hz",FM="u-vt",OM="u-title",BM="u-wrap",kM="u-under",zM="u-over",HM="u-axis",Mr="u-off",VM="u-select",GM="u-cursor-x",WM="u-cursor-y",XM="u-cursor-pt",qM="u-legend",YM="u-live",$M="u-inline",ZM="u-series",KM="u-marker",ag="u-label",JM="u-value",Va="width",Ga="height";var lg="bottom",Mo="left",Pd="right",Yd="#000",cg=Yd+"0",Ld="mousemove",hg="mousedown",Id="mouseup",ug="mouseenter",dg="mouseleave",fg="dblclick",jM="resize",QM="scroll",pg="change",ph="dppxchange",$d="--",Po=typeof window<"u",Od=Po?document:null,wo=Po?window:null,eE=Po?navigator:null,Rt,hh;function Bd(){let i=devicePixelRatio;Rt!=i&&(Rt=i,hh&&zd(pg,hh,Bd),hh=matchMedia(`(min-resolution: ${Rt-.001}dppx) and (max-resolution: ${Rt+.001}dppx)`),Er(pg,hh,Bd),wo.dispatchEvent(new CustomEvent(ph)))}function ui(i,e){if(e!=null){let t=i.classList;!t.contains(e)&&t.add(e)}}function kd(i,e){let t=i.classList;t.contains(e)&&t.remove(e)}function $t(i,e,t){i.style[e]=t+"px"}function Ni(i,e,t,n){let s=Od.createElement(i);return e!=null&&ui(s,e),t?.insertBefore(s,n),s}function vi(i,e){return Ni("div",i,e)}var mg=new WeakMap;function Qi(i,e,t,n,s){let r="translate("+e+"px,"+t+"px)",o=mg.get(i);r!=o&&(i.style.transform=r,mg.set(i,r),e<0||t<0||e>n||t>s?ui(i,Mr):kd(i,Mr))}var gg=new WeakMap;function _g(i,e,t){let n=e+t,s=gg.get(i);n!=s&&(gg.set(i,n),i.style.background=e,i.style.borderColor=t)}var xg=new WeakMap;function vg(i,e,t,n){let s=e+""+t,r=xg.get(i);s!=r&&(xg.set(i,s),i.style.height=t+"px",i.style.width=e+"px",i.style.marginLeft=n?-e/2+"px":0,i.style.marginTop=n?-t/2+"px":0)}var Zd={passive:!0},tE={...Zd,capture:!0};function Er(i,e,t,n){e.addEventListener(i,t,n?tE:Zd)}function zd(i,e,t,n){e.removeEventListener(i,t,Zd)}Po&&Bd();function Ui(i,e,t,n){let s;t=t||0,n=n||e.length-1;let r=n<=2147483647;for(;n-t>1;)s=r?t+n>>1:di((t+n)/2),e[s]<i?t=s:n=s;return i-e[t]<=e[n]-i?t:n}function Yg(i){return(t,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(t[a])){r=a;break}for(let a=s;a>=n;a--)if(i(t[a])){o=a;break}return[r,o]}}var $g=i=>i!=null,Zg=i=>i!=null&&i>0,_h=Yg($g),nE=Yg(Zg);function iE(i,e,t,n=0,s=!1){let r=s?nE:_h,o=s?Zg:$g;[e,t]=r(i,e,t);let a=i[e],l=i[e];if(e>-1)if(n==1)a=i[e],l=i[t];else if(n==-1)a=i[t],l=i[e];else for(let c=e;c<=t;c++){let h=i[c];o(h)&&(h<a?a=h:h>l&&(l=h))}return[a??Bt,l??-Bt]}function xh(i,e,t,n){let s=Sg(i),r=Sg(e);i==e&&(s==-1?(i*=t,e/=t):(i/=t,e*=t));let o=t==10?vs:Kg,a=s==1?di:yi,l=r==1?yi:di,c=a(o(Tn(i))),h=l(o(Tn(e))),d=To(t,c),u=To(t,h);return t==10&&(c<0&&(d=kt(d,-c)),h<0&&(u=kt(u,-h))),n||t==2?(i=d*s,e=u*r):(i=e0(i,d),e=vh(e,u)),[i,e]}function Kd(i,e,t,n){let s=xh(i,e,t,n);return i==0&&(s[0]=0),e==0&&(s[1]=0),s}var Jd=.1,yg={mode:3,pad:Jd},Xa={pad:0,soft:null,mode:0},sE={min:Xa,max:Xa};function mh(i,e,t,n){return yh(t)?bg(i,e,t):(Xa.pad=t,Xa.soft=n?0:null,Xa.mode=n?3:0,bg(i,e,sE))}function Et(i,e){return i??e}function rE(i,e,t){for(e=Et(e,0),t=Et(t,i.length-1);e<=t;){if(i[e]!=null)return!0;e++}return!1}function bg(i,e,t){let n=t.min,s=t.max,r=Et(n.pad,0),o=Et(s.pad,0),a=Et(n.hard,-Bt),l=Et(s.hard,Bt),c=Et(n.soft,Bt),h=Et(s.soft,-Bt),d=Et(n.mode,0),u=Et(s.mode,0),f=e-i,g=vs(f),v=Jn(Tn(i),Tn(e)),p=vs(v),m=Tn(p-g);(f<1e-24||m>10)&&(f=0,(i==0||e==0)&&(f=1e-24,d==2&&c!=Bt&&(r=0),u==2&&h!=-Bt&&(o=0)));let y=f||v||1e3,A=vs(y),S=To(10,di(A)),R=y*(f==0?i==0?.1:1:r),T=kt(e0(i-R,S/10),24),_=i>=c&&(d==1||d==3&&T<=c||d==2&&T>=c)?c:Bt,w=Jn(a,T<_&&i>=_?_:Fi(_,T)),O=y*(f==0?e==0?.1:1:o),L=kt(vh(e+O,S/10),24),I=e<=h&&(u==1||u==3&&L>=h||u==2&&L<=h)?h:-Bt,k=Fi(l,L>I&&e<=I?I:Jn(I,L));return w==k&&w==0&&(k=100),[w,k]}var oE=new Intl.NumberFormat(Po?eE.language:"en-US"),jd=i=>oE.format(i),fi=Math,fh=fi.PI,Tn=fi.abs,di=fi.floor,wn=fi.round,yi=fi.ceil,Fi=fi.min,Jn=fi.max,To=fi.pow,Sg=fi.sign,vs=fi.log10,Kg=fi.log2,aE=(i,e=1)=>fi.sinh(i)*e,Dd=(i,e=1)=>fi.asinh(i/e),Bt=1/0;function Mg(i){return(vs((i^i>>31)-(i>>31))|0)+1}function Hd(i,e,t){return Fi(Jn(i,e),t)}function Jg(i){return typeof i=="function"}function yt(i){return Jg(i)?i:()=>i}var lE=()=>{},jg=i=>i,Qg=(i,e)=>e,cE=i=>null,Eg=i=>!0,wg=(i,e)=>i==e,hE=/\.\d*?(?=9{6,}|0{6,})/gm,wr=i=>{if(n0(i)||Js.has(i))return i;let e=`${i}`,t=e.match(hE);if(t==null)return i;let n=t[0].length-1;if(e.indexOf("e-")!=-1){let[s,r]=e.split("e");return+`${wr(s)}e${r}`}return kt(i,n)};function br(i,e){return wr(kt(wr(i/e))*e)}function vh(i,e){return wr(yi(wr(i/e))*e)}function e0(i,e){return wr(di(wr(i/e))*e)}function kt(i,e=0){if(n0(i))return i;let t=10**e,n=i*t*(1+Number.EPSILON);return wn(n)/t}var Js=new Map;function t0(i){return((""+i).split(".")[1]||"").length}function Ya(i,e,t,n){let s=[],r=n.map(t0);for(let o=e;o<t;o++){let a=Tn(o),l=kt(To(i,o),a);for(let c=0;c<n.length;c++){let h=i==10?+`${n[c]}e${o}`:n[c]*l,d=(o>=0?0:a)+(o>=r[c]?0:r[c]),u=i==10?h:kt(h,d);s.push(u),Js.set(u,d)}}return s}var qa={},Qd=[],Ao=[null,null],Ks=Array.isArray,n0=Number.isInteger,uE=i=>i===void 0;function Tg(i){return typeof i=="string"}function yh(i){let e=!1;if(i!=null){let t=i.constructor;e=t==null||t==Object}return e}function dE(i){return i!=null&&typeof i=="object"}var fE=Object.getPrototypeOf(Uint8Array),i0="__proto__";function Ro(i,e=yh){let t;if(Ks(i)){let n=i.find(s=>s!=null);if(Ks(n)||e(n)){t=Array(i.length);for(let s=0;s<i.length;s++)t[s]=Ro(i[s],e)}else t=i.slice()}else if(i instanceof fE)t=i.slice();else if(e(i)){t={};for(let n in i)n!=i0&&(t[n]=Ro(i[n],e))}else t=i;return t}function _n(i){let e=arguments;for(let t=1;t<e.length;t++){let n=e[t];for(let s in n)s!=i0&&(yh(i[s])?_n(i[s],Ro(n[s])):i[s]=Ro(n[s]))}return i}var pE=0,mE=1,gE=2;function _E(i,e,t){for(let n=0,s,r=-1;n<e.length;n++){let o=e[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<t&&i[s]==null;)i[r=s++]=null}}}function xE(i,e){if(bE(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return SE(o[0])||(o=yE(o)),o}let t=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let h=0;h<c;h++)t.add(l[h])}let n=[Array.from(t).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let h=a[c],d=Array(s).fill(void 0),u=e?e[o][c]:mE,f=[];for(let g=0;g<h.length;g++){let v=h[g],p=r.get(l[g]);v===null?u!=pE&&(d[p]=v,u==gE&&f.push(p)):d[p]=v}_E(d,f,s),n.push(d)}}return n}var vE=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function yE(i){let e=i[0],t=e.length,n=Array(t);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>e[r]-e[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(t);for(let l=0;l<t;l++)a[l]=o[n[l]];s.push(a)}return s}function bE(i){let e=i[0][0],t=e.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=t)return!1;if(s!=e){for(let r=0;r<t;r++)if(s[r]!=e[r])return!1}}return!0}function SE(i,e=100){let t=i.length;if(t<=1)return!0;let n=0,s=t-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Jn(1,di((s-n+1)/e));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var s0=["January","February","March","April","May","June","July","August","September","October","November","December"],r0=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function o0(i){return i.slice(0,3)}var ME=r0.map(o0),EE=s0.map(o0),wE={MMMM:s0,MMM:EE,WWWW:r0,WWW:ME};function Ha(i){return(i<10?"0":"")+i}function TE(i){return(i<10?"00":i<100?"0":"")+i}var AE={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,e)=>e.MMMM[i.getMonth()],MMM:(i,e)=>e.MMM[i.getMonth()],MM:i=>Ha(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>Ha(i.getDate()),D:i=>i.getDate(),WWWW:(i,e)=>e.WWWW[i.getDay()],WWW:(i,e)=>e.WWW[i.getDay()],HH:i=>Ha(i.getHours()),H:i=>i.getHours(),h:i=>{let e=i.getHours();return e==0?12:e>12?e-12:e},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>Ha(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>Ha(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>TE(i.getMilliseconds())};function ef(i,e){e=e||wE;let t=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)t.push(s[0][0]=="{"?AE[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<t.length;a++)o+=typeof t[a]=="string"?t[a]:t[a](r,e);return o}}var RE=new Intl.DateTimeFormat().resolvedOptions().timeZone;function CE(i,e){let t;return e=="UTC"||e=="Etc/UTC"?t=new Date(+i+i.getTimezoneOffset()*6e4):e==RE?t=i:(t=new Date(i.toLocaleString("en-US",{timeZone:e})),t.setMilliseconds(i.getMilliseconds())),t}var a0=i=>i%1==0,gh=[1,2,2.5,5],PE=Ya(10,-32,0,gh),l0=Ya(10,0,32,gh),LE=l0.filter(a0),Sr=PE.concat(l0),tf=`
`,c0="{YYYY}",Ag=tf+c0,h0="{M}/{D}",Wa=tf+h0,uh=Wa+"/{YY}",u0="{aa}",IE="{h}:{mm}",Eo=IE+u0,Rg=tf+Eo,Cg=":{ss}",Pt=null;function d0(i){let e=i*1e3,t=e*60,n=t*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ya(10,0,3,gh).filter(a0):Ya(10,-3,0,gh)).concat([e,e*5,e*10,e*15,e*30,t,t*5,t*10,t*15,t*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,c0,Pt,Pt,Pt,Pt,Pt,Pt,1],[s*28,"{MMM}",Ag,Pt,Pt,Pt,Pt,Pt,1],[s,h0,Ag,Pt,Pt,Pt,Pt,Pt,1],[n,"{h}"+u0,uh,Pt,Wa,Pt,Pt,Pt,1],[t,Eo,uh,Pt,Wa,Pt,Pt,Pt,1],[e,Cg,uh+" "+Eo,Pt,Wa+" "+Eo,Pt,Rg,Pt,1],[i,Cg+".{fff}",uh+" "+Eo,Pt,Wa+" "+Eo,Pt,Rg,Pt,1]];function h(d){return(u,f,g,v,p,m)=>{let y=[],A=p>=o,S=p>=r&&p<o,R=d(g),T=kt(R*i,3),_=Nd(R.getFullYear(),A?0:R.getMonth(),S||A?1:R.getDate()),w=kt(_*i,3);if(S||A){let O=S?p/r:0,L=A?p/o:0,I=T==w?T:kt(Nd(_.getFullYear()+L,_.getMonth()+O,1)*i,3),k=new Date(wn(I/i)),H=k.getFullYear(),D=k.getMonth();for(let V=0;I<=v;V++){let q=Nd(H+L*V,D+O*V,1),W=q-d(kt(q*i,3));I=kt((+q+W)*i,3),I<=v&&y.push(I)}}else{let O=p>=s?s:p,L=di(g)-di(T),I=w+L+vh(T-w,O);y.push(I);let k=d(I),H=k.getHours()+k.getMinutes()/t+k.getSeconds()/n,D=p/n,V=u.axes[f]._space,q=m/V;for(;I=kt(I+p,i==1?0:3),!(I>v);)if(D>1){let W=di(kt(H+D,6))%24,K=d(I).getHours()-W;K>1&&(K=-1),I-=K*n,H=(H+D)%24;let ee=y[y.length-1];kt((I-ee)/p,3)*q>=.7&&y.push(I)}else y.push(I)}return y}}return[l,c,h]}var[DE,NE,UE]=d0(1),[FE,OE,BE]=d0(.001);Ya(2,-53,53,[1]);function Pg(i,e){return i.map(t=>t.map((n,s)=>s==0||s==8||n==null?n:e(s==1||t[8]==0?n:t[1]+n)))}function Lg(i,e){return(t,n,s,r,o)=>{let a=e.find(g=>o>=g[0])||e[e.length-1],l,c,h,d,u,f;return n.map(g=>{let v=i(g),p=v.getFullYear(),m=v.getMonth(),y=v.getDate(),A=v.getHours(),S=v.getMinutes(),R=v.getSeconds(),T=p!=l&&a[2]||m!=c&&a[3]||y!=h&&a[4]||A!=d&&a[5]||S!=u&&a[6]||R!=f&&a[7]||a[1];return l=p,c=m,h=y,d=A,u=S,f=R,T(v)})}}function kE(i,e){let t=ef(e);return(n,s,r,o,a)=>s.map(l=>t(i(l)))}function Nd(i,e,t){return new Date(i,e,t)}function Ig(i,e){return e(i)}var zE="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function Dg(i,e){return(t,n,s,r)=>r==null?$d:e(i(n))}function HE(i,e){let t=i.series[e];return t.width?t.stroke(i,e):t.points.width?t.points.stroke(i,e):null}function VE(i,e){return i.series[e].fill(i,e)}var GE={show:!0,live:!0,isolate:!1,mount:lE,markers:{show:!0,width:2,stroke:HE,fill:VE,dash:"solid"},idx:null,idxs:null,values:[]};function WE(i,e){let t=i.cursor.points,n=vi(),s=t.size(i,e);$t(n,Va,s),$t(n,Ga,s);let r=s/-2;$t(n,"marginLeft",r),$t(n,"marginTop",r);let o=t.width(i,e,s);return o&&$t(n,"borderWidth",o),n}function XE(i,e){let t=i.series[e].points;return t._fill||t._stroke}function qE(i,e){let t=i.series[e].points;return t._stroke||t._fill}function YE(i,e){return i.series[e].points.size}var Ud=[0,0];function $E(i,e,t){return Ud[0]=e,Ud[1]=t,Ud}function dh(i,e,t,n=!0){return s=>{s.button==0&&(!n||s.target==e)&&t(s)}}function Fd(i,e,t,n=!0){return s=>{(!n||s.target==e)&&t(s)}}var ZE={show:!0,x:!0,y:!0,lock:!1,move:$E,points:{one:!1,show:WE,size:YE,width:0,stroke:qE,fill:XE},bind:{mousedown:dh,mouseup:dh,click:dh,dblclick:dh,mousemove:Fd,mouseleave:Fd,mouseenter:Fd},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,e)=>{e.stopPropagation(),e.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,e,t,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},f0={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},nf=_n({},f0,{filter:Qg}),p0=_n({},nf,{size:10}),m0=_n({},f0,{show:!1}),sf='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',g0="bold "+sf,_0=1.5,Ng={show:!0,scale:"x",stroke:Yd,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:g0,side:2,grid:nf,ticks:p0,border:m0,font:sf,lineGap:_0,rotate:0},KE="Value",JE="Time",Ug={show:!0,scale:"x",auto:!1,sorted:1,min:Bt,max:-Bt,idxs:[]};function jE(i,e,t,n,s){return e.map(r=>r==null?"":jd(r))}function QE(i,e,t,n,s,r,o){let a=[],l=Js.get(s)||0;t=o?t:kt(vh(t,s),l);for(let c=t;c<=n;c=kt(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Vd(i,e,t,n,s,r,o){let a=[],l=i.scales[i.axes[e].scale].log,c=l==10?vs:Kg,h=di(c(t));s=To(l,h),l==10&&(s=Sr[Ui(s,Sr)]);let d=t,u=s*l;l==10&&(u=Sr[Ui(u,Sr)]);do a.push(d),d=d+s,l==10&&!Js.has(d)&&(d=kt(d,Js.get(s))),d>=u&&(s=d,u=s*l,l==10&&(u=Sr[Ui(u,Sr)]));while(d<=n);return a}function ew(i,e,t,n,s,r,o){let l=i.scales[i.axes[e].scale].asinh,c=n>l?Vd(i,e,Jn(l,t),n,s):[l],h=n>=0&&t<=0?[0]:[];return(t<-l?Vd(i,e,Jn(l,-n),-t,s):[l]).reverse().map(u=>-u).concat(h,c)}var x0=/./,tw=/[12357]/,nw=/[125]/,Fg=/1/,Gd=(i,e,t,n)=>i.map((s,r)=>e==4&&s==0||r%n==0&&t.test(s.toExponential()[s<0?1:0])?s:null);function iw(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,h=l(10,o),d=l(9,o)-h>=c?x0:l(7,o)-h>=c?tw:l(5,o)-h>=c?nw:Fg;if(d==Fg){let u=Tn(l(1,o)-h);if(u<c)return Gd(e.slice().reverse(),a.distr,d,yi(c/u)).reverse()}return Gd(e,a.distr,d,1)}function sw(i,e,t,n,s){let r=i.axes[t],o=r.scale,a=r._space,l=i.valToPos,c=Tn(l(1,o)-l(2,o));return c<a?Gd(e.slice().reverse(),3,x0,yi(a/c)).reverse():e}function rw(i,e,t,n){return n==null?$d:e==null?"":jd(e)}var Og={show:!0,scale:"y",stroke:Yd,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:g0,side:3,grid:nf,ticks:p0,border:m0,font:sf,lineGap:_0,rotate:0};function ow(i,e){let t=3+(i||1)*2;return kt(t*e,3)}function aw(i,e){let{scale:t,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],t,!0),o=i.valToPos(s[n[1]],t,!0),a=Tn(o-r),l=i.series[e],c=a/(l.points.space*Rt);return n[1]-n[0]<=c}var Bg={scale:null,auto:!0,sorted:0,min:Bt,max:-Bt},v0=(i,e,t,n,s)=>s,kg={show:!0,auto:!0,sorted:0,gaps:v0,alpha:1,facets:[_n({},Bg,{scale:"x"}),_n({},Bg,{scale:"y"})]},zg={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:v0,alpha:1,points:{show:aw,filter:null},values:null,min:Bt,max:-Bt,idxs:[],path:null,clip:null};function lw(i,e,t,n,s){return t/10}var y0={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},cw=_n({},y0,{time:!1,ori:1}),Hg={};function b0(i,e){let t=Hg[i];return t||(t={key:i,plots:[],sub(n){t.plots.push(n)},unsub(n){t.plots=t.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let h=0;h<t.plots.length;h++)t.plots[h]!=s&&t.plots[h].pub(n,s,r,o,a,l,c)}},i!=null&&(Hg[i]=t)),t}var Co=1,Wd=2;function Tr(i,e,t){let n=i.mode,s=i.series[e],r=n==2?i._data[e]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[e],h=n==2?o[s.facets[0].scale]:o[i.series[0].scale],d=n==2?o[s.facets[1].scale]:o[s.scale],u=a.left,f=a.top,g=a.width,v=a.height,p=i.valToPosH,m=i.valToPosV;return h.ori==0?t(s,l,c,h,d,p,m,u,f,g,v,Sh,Lo,Eh,M0,w0):t(s,l,c,h,d,m,p,f,u,v,g,Mh,Io,af,E0,T0)}function rf(i,e){let t=0,n=0,s=Et(i.bands,Qd);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==e?t=o.dir:o.series[1]==e&&(o.dir==1?n|=1:n|=2)}return[t,n==1?-1:n==2?1:n==3?2:0]}function hw(i,e,t,n,s){let r=i.mode,o=i.series[e],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ys(i,e,t,n,s,r){return Tr(i,e,(o,a,l,c,h,d,u,f,g,v,p)=>{let m=o.pxRound,y=c.dir*(c.ori==0?1:-1),A=c.ori==0?Lo:Io,S,R;y==1?(S=t,R=n):(S=n,R=t);let T=m(d(a[S],c,v,f)),_=m(u(l[S],h,p,g)),w=m(d(a[R],c,v,f)),O=m(u(r==1?h.max:h.min,h,p,g)),L=new Path2D(s);return A(L,w,O),A(L,T,O),A(L,T,_),L})}function bh(i,e,t,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=e==0?Eh:af,l=t;for(let d=0;d<i.length;d++){let u=i[d];if(u[1]>u[0]){let f=u[0]-l;f>0&&a(o,l,n,f,n+r),l=u[1]}}let c=t+s-l,h=10;c>0&&a(o,l,n-h/2,c,n+r+h)}return o}function uw(i,e,t){let n=i[i.length-1];n&&n[0]==e?n[1]=t:i.push([e,t])}function of(i,e,t,n,s,r,o){let a=[],l=i.length;for(let c=s==1?t:n;c>=t&&c<=n;c+=s)if(e[c]===null){let d=c,u=c;if(s==1)for(;++c<=n&&e[c]===null;)u=c;else for(;--c>=t&&e[c]===null;)u=c;let f=r(i[d]),g=u==d?f:r(i[u]),v=d-s;f=o<=0&&v>=0&&v<l?r(i[v]):f;let m=u+s;g=o>=0&&m>=0&&m<l?r(i[m]):g,g>=f&&a.push([f,g])}return a}function Vg(i){return i==0?jg:i==1?wn:e=>br(e,i)}function S0(i){let e=i==0?Sh:Mh,t=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,h=0)=>{c==0&&h==0?n(s,r,o,a,l):(c=Fi(c,a/2,l/2),h=Fi(h,a/2,l/2),e(s,r+c,o),t(s,r+a,o,r+a,o+l,c),t(s,r+a,o+l,r,o+l,h),t(s,r,o+l,r,o,h),t(s,r,o,r+a,o,c),s.closePath())}}var Sh=(i,e,t)=>{i.moveTo(e,t)},Mh=(i,e,t)=>{i.moveTo(t,e)},Lo=(i,e,t)=>{i.lineTo(e,t)},Io=(i,e,t)=>{i.lineTo(t,e)},Eh=S0(0),af=S0(1),M0=(i,e,t,n,s,r)=>{i.arc(e,t,n,s,r)},E0=(i,e,t,n,s,r)=>{i.arc(t,e,n,s,r)},w0=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(e,t,n,s,r,o)},T0=(i,e,t,n,s,r,o)=>{i.bezierCurveTo(t,e,s,n,o,r)};function A0(i){return(e,t,n,s,r)=>Tr(e,t,(o,a,l,c,h,d,u,f,g,v,p)=>{let{pxRound:m,points:y}=o,A,S;c.ori==0?(A=Sh,S=M0):(A=Mh,S=E0);let R=kt(y.width*Rt,3),T=(y.size-y.width)/2*Rt,_=kt(T*2,3),w=new Path2D,O=new Path2D,{left:L,top:I,width:k,height:H}=e.bbox;Eh(O,L-_,I-_,k+_*2,H+_*2);let D=V=>{if(l[V]!=null){let q=m(d(a[V],c,v,f)),W=m(u(l[V],h,p,g));A(w,q+T,W),S(w,q,W,T,0,fh*2)}};if(r)r.forEach(D);else for(let V=n;V<=s;V++)D(V);return{stroke:R>0?w:null,fill:w,clip:O,flags:Co|Wd}})}function R0(i){return(e,t,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(e,t,n),r!=s&&o!=s&&i(e,t,s),i(e,t,o))}}var dw=R0(Lo),fw=R0(Io);function C0(i){let e=Et(i?.alignGaps,0);return(t,n,s,r)=>Tr(t,n,(o,a,l,c,h,d,u,f,g,v,p)=>{[s,r]=_h(l,s,r);let m=o.pxRound,y=H=>m(d(H,c,v,f)),A=H=>m(u(H,h,p,g)),S,R;c.ori==0?(S=Lo,R=dw):(S=Io,R=fw);let T=c.dir*(c.ori==0?1:-1),_={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Co},w=_.stroke,O=!1;if(r-s>=v*4){let H=te=>t.posToVal(te,c.key,!0),D=null,V=null,q,W,ce,$=y(a[T==1?s:r]),K=y(a[s]),ee=y(a[r]),le=H(T==1?K+1:ee-1);for(let te=T==1?s:r;te>=s&&te<=r;te+=T){let j=a[te],me=(T==1?j<le:j>le)?$:y(j),_e=l[te];me==$?_e!=null?(W=_e,D==null?(S(w,me,A(W)),q=D=V=W):W<D?D=W:W>V&&(V=W)):_e===null&&(O=!0):(D!=null&&R(w,$,A(D),A(V),A(q),A(W)),_e!=null?(W=_e,S(w,me,A(W)),D=V=q=W):(D=V=null,_e===null&&(O=!0)),$=me,le=H($+T))}D!=null&&D!=V&&ce!=$&&R(w,$,A(D),A(V),A(q),A(W))}else for(let H=T==1?s:r;H>=s&&H<=r;H+=T){let D=l[H];D===null?O=!0:D!=null&&S(w,y(a[H]),A(D))}let[I,k]=rf(t,n);if(o.fill!=null||I!=0){let H=_.fill=new Path2D(w),D=o.fillTo(t,n,o.min,o.max,I),V=A(D),q=y(a[s]),W=y(a[r]);T==-1&&([W,q]=[q,W]),S(H,W,V),S(H,q,V)}if(!o.spanGaps){let H=[];O&&H.push(...of(a,l,s,r,T,y,e)),_.gaps=H=o.gaps(t,n,s,r,H),_.clip=bh(H,c.ori,f,g,v,p)}return k!=0&&(_.band=k==2?[ys(t,n,s,r,w,-1),ys(t,n,s,r,w,1)]:ys(t,n,s,r,w,k)),_})}function pw(i){let e=Et(i.align,1),t=Et(i.ascDesc,!1),n=Et(i.alignGaps,0),s=Et(i.extend,!1);return(r,o,a,l)=>Tr(r,o,(c,h,d,u,f,g,v,p,m,y,A)=>{[a,l]=_h(d,a,l);let S=c.pxRound,{left:R,width:T}=r.bbox,_=K=>S(g(K,u,y,p)),w=K=>S(v(K,f,A,m)),O=u.ori==0?Lo:Io,L={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:Co},I=L.stroke,k=u.dir*(u.ori==0?1:-1),H=w(d[k==1?a:l]),D=_(h[k==1?a:l]),V=D,q=D;s&&e==-1&&(q=R,O(I,q,H)),O(I,D,H);for(let K=k==1?a:l;K>=a&&K<=l;K+=k){let ee=d[K];if(ee==null)continue;let le=_(h[K]),te=w(ee);e==1?O(I,le,H):O(I,V,te),O(I,le,te),H=te,V=le}let W=V;s&&e==1&&(W=R+T,O(I,W,H));let[ce,$]=rf(r,o);if(c.fill!=null||ce!=0){let K=L.fill=new Path2D(I),ee=c.fillTo(r,o,c.min,c.max,ce),le=w(ee);O(K,W,le),O(K,q,le)}if(!c.spanGaps){let K=[];K.push(...of(h,d,a,l,k,_,n));let ee=c.width*Rt/2,le=t||e==1?ee:-ee,te=t||e==-1?-ee:ee;K.forEach(j=>{j[0]+=le,j[1]+=te}),L.gaps=K=c.gaps(r,o,a,l,K),L.clip=bh(K,u.ori,p,m,y,A)}return $!=0&&(L.band=$==2?[ys(r,o,a,l,I,-1),ys(r,o,a,l,I,1)]:ys(r,o,a,l,I,$)),L})}function Gg(i,e,t,n,s,r,o=Bt){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(e[l]!==void 0){if(a!=null){let h=Tn(i[l]-i[a]);h<c&&(c=h,o=Tn(t(i[l],n,s,r)-t(i[a],n,s,r)))}a=l}}return o}function mw(i){i=i||qa;let e=Et(i.size,[.6,Bt,1]),t=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=yt(s),o=1-e[0],a=Et(e[1],Bt),l=Et(e[2],1),c=Et(i.disp,qa),h=Et(i.each,f=>{}),{fill:d,stroke:u}=c;return(f,g,v,p)=>Tr(f,g,(m,y,A,S,R,T,_,w,O,L,I)=>{let k=m.pxRound,H=t,D=n*Rt,V=a*Rt,q=l*Rt,W,ce;S.ori==0?[W,ce]=r(f,g):[ce,W]=r(f,g);let $=S.dir*(S.ori==0?1:-1),K=S.ori==0?Eh:af,ee=S.ori==0?h:(Ce,$e,at,Ee,Ot,He,Ye)=>{h(Ce,$e,at,Ot,Ee,Ye,He)},le=Et(f.bands,Qd).find(Ce=>Ce.series[0]==g),te=le!=null?le.dir:0,j=m.fillTo(f,g,m.min,m.max,te),de=k(_(j,R,I,O)),me,_e,xe,Ve=L,Qe=k(m.width*Rt),Oe=!1,ht=null,lt=null,Ke=null,zt=null;d!=null&&(Qe==0||u!=null)&&(Oe=!0,ht=d.values(f,g,v,p),lt=new Map,new Set(ht).forEach(Ce=>{Ce!=null&&lt.set(Ce,new Path2D)}),Qe>0&&(Ke=u.values(f,g,v,p),zt=new Map,new Set(Ke).forEach(Ce=>{Ce!=null&&zt.set(Ce,new Path2D)})));let{x0:Ht,size:ln}=c;if(Ht!=null&&ln!=null){H=1,y=Ht.values(f,g,v,p),Ht.unit==2&&(y=y.map(at=>f.posToVal(w+at*L,S.key,!0)));let Ce=ln.values(f,g,v,p);ln.unit==2?_e=Ce[0]*L:_e=T(Ce[0],S,L,w)-T(0,S,L,w),Ve=Gg(y,A,T,S,L,w,Ve),xe=Ve-_e+D}else Ve=Gg(y,A,T,S,L,w,Ve),xe=Ve*o+D,_e=Ve-xe;xe<1&&(xe=0),Qe>=_e/2&&(Qe=0),xe<5&&(k=jg);let Ut=xe>0,An=Ve-xe-(Ut?Qe:0);_e=k(Hd(An,q,V)),me=(H==0?_e/2:H==$?0:_e)-H*$*((H==0?D/2:0)+(Ut?Qe/2:0));let bt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},vn=Oe?null:new Path2D,jt=null;if(le!=null)jt=f.data[le.series[1]];else{let{y0:Ce,y1:$e}=c;Ce!=null&&$e!=null&&(A=$e.values(f,g,v,p),jt=Ce.values(f,g,v,p))}let cn=W*_e,F=ce*_e;for(let Ce=$==1?v:p;Ce>=v&&Ce<=p;Ce+=$){let $e=A[Ce];if($e==null)continue;if(jt!=null){let X=jt[Ce]??0;if($e-X==0)continue;de=_(X,R,I,O)}let at=S.distr!=2||c!=null?y[Ce]:Ce,Ee=T(at,S,L,w),Ot=_(Et($e,j),R,I,O),He=k(Ee-me),Ye=k(Jn(Ot,de)),C=k(Fi(Ot,de)),b=Ye-C;if($e!=null){let X=$e<0?F:cn,ue=$e<0?cn:F;Oe?(Qe>0&&Ke[Ce]!=null&&K(zt.get(Ke[Ce]),He,C+di(Qe/2),_e,Jn(0,b-Qe),X,ue),ht[Ce]!=null&&K(lt.get(ht[Ce]),He,C+di(Qe/2),_e,Jn(0,b-Qe),X,ue)):K(vn,He,C+di(Qe/2),_e,Jn(0,b-Qe),X,ue),ee(f,g,Ce,He-Qe/2,C,_e+Qe,b)}}return Qe>0?bt.stroke=Oe?zt:vn:Oe||(bt._fill=m.width==0?m._fill:m._stroke??m._fill,bt.width=0),bt.fill=Oe?lt:vn,bt})}function gw(i,e){let t=Et(e?.alignGaps,0);return(n,s,r,o)=>Tr(n,s,(a,l,c,h,d,u,f,g,v,p,m)=>{[r,o]=_h(c,r,o);let y=a.pxRound,A=W=>y(u(W,h,p,g)),S=W=>y(f(W,d,m,v)),R,T,_;h.ori==0?(R=Sh,_=Lo,T=w0):(R=Mh,_=Io,T=T0);let w=h.dir*(h.ori==0?1:-1),O=A(l[w==1?r:o]),L=O,I=[],k=[];for(let W=w==1?r:o;W>=r&&W<=o;W+=w)if(c[W]!=null){let $=l[W],K=A($);I.push(L=K),k.push(S(c[W]))}let H={stroke:i(I,k,R,_,T,y),fill:null,clip:null,band:null,gaps:null,flags:Co},D=H.stroke,[V,q]=rf(n,s);if(a.fill!=null||V!=0){let W=H.fill=new Path2D(D),ce=a.fillTo(n,s,a.min,a.max,V),$=S(ce);_(W,L,$),_(W,O,$)}if(!a.spanGaps){let W=[];W.push(...of(l,c,r,o,w,A,t)),H.gaps=W=a.gaps(n,s,r,o,W),H.clip=bh(W,h.ori,g,v,p,m)}return q!=0&&(H.band=q==2?[ys(n,s,r,o,D,-1),ys(n,s,r,o,D,1)]:ys(n,s,r,o,D,q)),H})}function _w(i){return gw(xw,i)}function xw(i,e,t,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(t(a,i[0],e[0]),o==2)n(a,i[1],e[1]);else{let l=Array(o),c=Array(o-1),h=Array(o-1),d=Array(o-1);for(let u=0;u<o-1;u++)h[u]=e[u+1]-e[u],d[u]=i[u+1]-i[u],c[u]=h[u]/d[u];l[0]=c[0];for(let u=1;u<o-1;u++)c[u]===0||c[u-1]===0||c[u-1]>0!=c[u]>0?l[u]=0:(l[u]=3*(d[u-1]+d[u])/((2*d[u]+d[u-1])/c[u-1]+(d[u]+2*d[u-1])/c[u]),isFinite(l[u])||(l[u]=0));l[o-1]=c[o-2];for(let u=0;u<o-1;u++)s(a,i[u]+d[u]/3,e[u]+l[u]*d[u]/3,i[u+1]-d[u]/3,e[u+1]-l[u+1]*d[u]/3,i[u+1],e[u+1])}return a}var Xd=new Set;function Wg(){for(let i of Xd)i.syncRect(!0)}Po&&(Er(jM,wo,Wg),Er(QM,wo,Wg,!0),Er(ph,wo,()=>{xn.pxRatio=Rt}));var vw=C0(),yw=A0();function Xg(i,e,t,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>qd(r,o,e,t))}function bw(i,e){return i.map((t,n)=>n==0?{}:_n({},e,t))}function qd(i,e,t,n){return _n({},e==0?t:n,i)}function P0(i,e,t){return e==null?Ao:[e,t]}var Sw=P0;function Mw(i,e,t){return e==null?Ao:mh(e,t,Jd,!0)}function L0(i,e,t,n){return e==null?Ao:xh(e,t,i.scales[n].log,!1)}var Ew=L0;function I0(i,e,t,n){return e==null?Ao:Kd(e,t,i.scales[n].log,!1)}var ww=I0;function Tw(i,e,t,n,s){let r=Jn(Mg(i),Mg(e)),o=e-i,a=Ui(s/n*o,t);do{let l=t[a],c=n*l/o;if(c>=s&&r+(l<5?Js.get(l):0)<=17)return[l,c]}while(++a<t.length);return[0,0]}function qg(i){let e,t;return i=i.replace(/(\d+)px/,(n,s)=>(e=wn((t=+s)*Rt))+"px"),[i,e,t]}function Aw(i){i.show&&[i.font,i.labelFont].forEach(e=>{let t=kt(e[2]*Rt,1);e[0]=e[0].replace(/[0-9.]+px/,t+"px"),e[1]=t})}function xn(i,e,t){let n={mode:Et(i.mode,1)},s=n.mode;function r(x,M,P,N){let G=M.valToPct(x);return N+P*(M.dir==-1?1-G:G)}function o(x,M,P,N){let G=M.valToPct(x);return N+P*(M.dir==-1?G:1-G)}function a(x,M,P,N){return M.ori==0?r(x,M,P,N):o(x,M,P,N)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=vi(NM);if(i.id!=null&&(c.id=i.id),ui(c,i.class),i.title){let x=vi(OM,c);x.textContent=i.title}let h=Ni("canvas"),d=n.ctx=h.getContext("2d"),u=vi(BM,c);Er("click",u,x=>{x.target===g&&(Wt!=Ur||Zt!=Fr)&&Un.click(n,x)},!0);let f=n.under=vi(kM,u);u.appendChild(h);let g=n.over=vi(zM,u);i=Ro(i);let v=+Et(i.pxAlign,1),p=Vg(v);(i.plugins||[]).forEach(x=>{x.opts&&(i=x.opts(n,i)||i)});let m=i.ms||.001,y=n.series=s==1?Xg(i.series||[],Ug,zg,!1):bw(i.series||[null],kg),A=n.axes=Xg(i.axes||[],Ng,Og,!0),S=n.scales={},R=n.bands=i.bands||[];R.forEach(x=>{x.fill=yt(x.fill||null),x.dir=Et(x.dir,-1)});let T=s==2?y[1].facets[0].scale:y[0].scale,_={axes:ss,series:pt},w=(i.drawOrder||["axes","series"]).map(x=>_[x]);function O(x){let M=x.distr==3?P=>vs(P>0?P:x.clamp(n,P,x.min,x.max,x.key)):x.distr==4?P=>Dd(P,x.asinh):x.distr==100?P=>x.fwd(P):P=>P;return P=>{let N=M(P),{_min:G,_max:J}=x,ae=J-G;return(N-G)/ae}}function L(x){let M=S[x];if(M==null){let P=(i.scales||qa)[x]||qa;if(P.from!=null){L(P.from);let N=_n({},S[P.from],P,{key:x});N.valToPct=O(N),S[x]=N}else{M=S[x]=_n({},x==T?y0:cw,P),M.key=x;let N=M.time,G=M.range,J=Ks(G);if((x!=T||s==2&&!N)&&(J&&(G[0]==null||G[1]==null)&&(G={min:G[0]==null?yg:{mode:1,hard:G[0],soft:G[0]},max:G[1]==null?yg:{mode:1,hard:G[1],soft:G[1]}},J=!1),!J&&yh(G))){let ae=G;G=(fe,be,De)=>be==null?Ao:mh(be,De,ae)}M.range=yt(G||(N?Sw:x==T?M.distr==3?Ew:M.distr==4?ww:P0:M.distr==3?L0:M.distr==4?I0:Mw)),M.auto=yt(J?!1:M.auto),M.clamp=yt(M.clamp||lw),M._min=M._max=null,M.valToPct=O(M)}}}L("x"),L("y"),s==1&&y.forEach(x=>{L(x.scale)}),A.forEach(x=>{L(x.scale)});for(let x in i.scales)L(x);let I=S[T],k=I.distr,H,D;I.ori==0?(ui(c,UM),H=r,D=o):(ui(c,FM),H=o,D=r);let V={};for(let x in S){let M=S[x];(M.min!=null||M.max!=null)&&(V[x]={min:M.min,max:M.max},M.min=M.max=null)}let q=i.tzDate||(x=>new Date(wn(x/m))),W=i.fmtDate||ef,ce=m==1?UE(q):BE(q),$=Lg(q,Pg(m==1?NE:OE,W)),K=Dg(q,Ig(zE,W)),ee=[],le=n.legend=_n({},GE,i.legend),te=n.cursor=_n({},ZE,{drag:{y:s==2}},i.cursor),j=le.show,de=te.show,me=le.markers;le.idxs=ee,me.width=yt(me.width),me.dash=yt(me.dash),me.stroke=yt(me.stroke),me.fill=yt(me.fill);let _e,xe,Ve,Qe=[],Oe=[],ht,lt=!1,Ke={};if(le.live){let x=y[1]?y[1].values:null;lt=x!=null,ht=lt?x(n,1,0):{_:0};for(let M in ht)Ke[M]=$d}if(j)if(_e=Ni("table",qM,c),Ve=Ni("tbody",null,_e),le.mount(n,_e),lt){xe=Ni("thead",null,_e,Ve);let x=Ni("tr",null,xe);Ni("th",null,x);for(var zt in ht)Ni("th",ag,x).textContent=zt}else ui(_e,$M),le.live&&ui(_e,YM);let Ht={show:!0},ln={show:!1};function Ut(x,M){if(M==0&&(lt||!le.live||s==2))return Ao;let P=[],N=Ni("tr",ZM,Ve,Ve.childNodes[M]);ui(N,x.class),x.show||ui(N,Mr);let G=Ni("th",null,N);if(me.show){let fe=vi(KM,G);if(M>0){let be=me.width(n,M);be&&(fe.style.border=be+"px "+me.dash(n,M)+" "+me.stroke(n,M)),fe.style.background=me.fill(n,M)}}let J=vi(ag,G);x.label instanceof HTMLElement?J.appendChild(x.label):J.textContent=x.label,M>0&&(me.show||(J.style.color=x.width>0?me.stroke(n,M):me.fill(n,M)),bt("click",G,fe=>{if(te._lock)return;et(fe);let be=y.indexOf(x);if((fe.ctrlKey||fe.metaKey)!=le.isolate){let De=y.some((Ne,Fe)=>Fe>0&&Fe!=be&&Ne.show);y.forEach((Ne,Fe)=>{Fe>0&&zi(Fe,De?Fe==be?Ht:ln:Ht,!0,fn.setSeries)})}else zi(be,{show:!x.show},!0,fn.setSeries)},!1),tt&&bt(ug,G,fe=>{te._lock||(et(fe),zi(y.indexOf(x),Br,!0,fn.setSeries))},!1));for(var ae in ht){let fe=Ni("td",JM,N);fe.textContent="--",P.push(fe)}return[N,P]}let An=new Map;function bt(x,M,P,N=!0){let G=An.get(M)||{},J=te.bind[x](n,M,P,N);J&&(Er(x,M,G[x]=J),An.set(M,G))}function vn(x,M,P){let N=An.get(M)||{};for(let G in N)(x==null||G==x)&&(zd(G,M,N[G]),delete N[G]);x==null&&An.delete(M)}let jt=0,cn=0,F=0,Ce=0,$e=0,at=0,Ee=$e,Ot=at,He=F,Ye=Ce,C=0,b=0,X=0,ue=0;n.bbox={};let oe=!1,ve=!1,ye=!1,ne=!1,se=!1,pe=!1;function U(x,M,P){(P||x!=n.width||M!=n.height)&&re(x,M),ut(!1),ye=!0,ve=!0,kn()}function re(x,M){n.width=jt=F=x,n.height=cn=Ce=M,$e=at=0,Me(),Ge();let P=n.bbox;C=P.left=br($e*Rt,.5),b=P.top=br(at*Rt,.5),X=P.width=br(F*Rt,.5),ue=P.height=br(Ce*Rt,.5)}let ie=3;function we(){let x=!1,M=0;for(;!x;){M++;let P=Ir(M),N=ki(M);x=M==ie||P&&N,x||(re(n.width,n.height),ve=!0)}}function ge({width:x,height:M}){U(x,M)}n.setSize=ge;function Me(){let x=!1,M=!1,P=!1,N=!1;A.forEach((G,J)=>{if(G.show&&G._show){let{side:ae,_size:fe}=G,be=ae%2,De=G.label!=null?G.labelSize:0,Ne=fe+De;Ne>0&&(be?(F-=Ne,ae==3?($e+=Ne,N=!0):P=!0):(Ce-=Ne,ae==0?(at+=Ne,x=!0):M=!0))}}),Oi[0]=x,Oi[1]=P,Oi[2]=M,Oi[3]=N,F-=bi[1]+bi[3],$e+=bi[3],Ce-=bi[2]+bi[0],at+=bi[0]}function Ge(){let x=$e+F,M=at+Ce,P=$e,N=at;function G(J,ae){switch(J){case 1:return x+=ae,x-ae;case 2:return M+=ae,M-ae;case 3:return P-=ae,P+ae;case 0:return N-=ae,N+ae}}A.forEach((J,ae)=>{if(J.show&&J._show){let fe=J.side;J._pos=G(fe,J._size),J.label!=null&&(J._lpos=G(fe,J.labelSize))}})}if(te.dataIdx==null){let x=te.hover,M=x.skip=new Set(x.skip??[]);M.add(void 0);let P=x.prox=yt(x.prox),N=x.bias??=0;te.dataIdx=(G,J,ae,fe)=>{if(J==0)return ae;let be=ae,De=P(G,J,ae,fe)??Bt,Ne=De>=0&&De<Bt,Fe=I.ori==0?F:Ce,ot=te.left,wt=e[0],Mt=e[J];if(M.has(Mt[ae])){be=null;let _t=null,Je=null,Xe;if(N==0||N==-1)for(Xe=ae;_t==null&&Xe-- >0;)M.has(Mt[Xe])||(_t=Xe);if(N==0||N==1)for(Xe=ae;Je==null&&Xe++<Mt.length;)M.has(Mt[Xe])||(Je=Xe);if(_t!=null||Je!=null)if(Ne){let qt=_t==null?-1/0:H(wt[_t],I,Fe,0),tn=Je==null?1/0:H(wt[Je],I,Fe,0),Ln=ot-qt,Ft=tn-ot;Ln<=Ft?Ln<=De&&(be=_t):Ft<=De&&(be=Je)}else be=Je==null?_t:_t==null?Je:ae-_t<=Je-ae?_t:Je}else Ne&&Tn(ot-H(wt[ae],I,Fe,0))>De&&(be=null);return be}}let et=x=>{te.event=x};te.idxs=ee,te._lock=!1;let he=te.points;he.show=yt(he.show),he.size=yt(he.size),he.stroke=yt(he.stroke),he.width=yt(he.width),he.fill=yt(he.fill);let Be=n.focus=_n({},i.focus||{alpha:.3},te.focus),tt=Be.prox>=0,Re=tt&&he.one,ct=[],Gt=[],Gn=[];function No(x,M){let P=he.show(n,M);if(P instanceof HTMLElement)return ui(P,XM),ui(P,x.class),Qi(P,-10,-10,F,Ce),g.insertBefore(P,ct[M]),P}function Cr(x,M){if(s==1||M>0){let P=s==1&&S[x.scale].time,N=x.value;x.value=P?Tg(N)?Dg(q,Ig(N,W)):N||K:N||rw,x.label=x.label||(P?JE:KE)}if(Re||M>0){x.width=x.width==null?1:x.width,x.paths=x.paths||vw||cE,x.fillTo=yt(x.fillTo||hw),x.pxAlign=+Et(x.pxAlign,v),x.pxRound=Vg(x.pxAlign),x.stroke=yt(x.stroke||null),x.fill=yt(x.fill||null),x._stroke=x._fill=x._paths=x._focus=null;let P=ow(Jn(1,x.width),1),N=x.points=_n({},{size:P,width:Jn(1,P*.2),stroke:x.stroke,space:P*2,paths:yw,_stroke:null,_fill:null},x.points);N.show=yt(N.show),N.filter=yt(N.filter),N.fill=yt(N.fill),N.stroke=yt(N.stroke),N.paths=yt(N.paths),N.pxAlign=x.pxAlign}if(j){let P=Ut(x,M);Qe.splice(M,0,P[0]),Oe.splice(M,0,P[1]),le.values.push(null)}if(de){ee.splice(M,0,null);let P=null;Re?M==0&&(P=No(x,M)):M>0&&(P=No(x,M)),ct.splice(M,0,P),Gt.splice(M,0,0),Gn.splice(M,0,0)}Pn("addSeries",M)}function Bh(x,M){M=M??y.length,x=s==1?qd(x,M,Ug,zg):qd(x,M,{},kg),y.splice(M,0,x),Cr(y[M],M)}n.addSeries=Bh;function Ka(x){if(y.splice(x,1),j){le.values.splice(x,1),Oe.splice(x,1);let M=Qe.splice(x,1)[0];vn(null,M.firstChild),M.remove()}de&&(ee.splice(x,1),ct.splice(x,1)[0].remove(),Gt.splice(x,1),Gn.splice(x,1)),Pn("delSeries",x)}n.delSeries=Ka;let Oi=[!1,!1,!1,!1];function ts(x,M){if(x._show=x.show,x.show){let P=x.side%2,N=S[x.scale];N==null&&(x.scale=P?y[1].scale:T,N=S[x.scale]);let G=N.time;x.size=yt(x.size),x.space=yt(x.space),x.rotate=yt(x.rotate),Ks(x.incrs)&&x.incrs.forEach(ae=>{!Js.has(ae)&&Js.set(ae,t0(ae))}),x.incrs=yt(x.incrs||(N.distr==2?LE:G?m==1?DE:FE:Sr)),x.splits=yt(x.splits||(G&&N.distr==1?ce:N.distr==3?Vd:N.distr==4?ew:QE)),x.stroke=yt(x.stroke),x.grid.stroke=yt(x.grid.stroke),x.ticks.stroke=yt(x.ticks.stroke),x.border.stroke=yt(x.border.stroke);let J=x.values;x.values=Ks(J)&&!Ks(J[0])?yt(J):G?Ks(J)?Lg(q,Pg(J,W)):Tg(J)?kE(q,J):J||$:J||jE,x.filter=yt(x.filter||(N.distr>=3&&N.log==10?iw:N.distr==3&&N.log==2?sw:Qg)),x.font=qg(x.font),x.labelFont=qg(x.labelFont),x._size=x.size(n,null,M,0),x._space=x._rotate=x._incrs=x._found=x._splits=x._values=null,x._size>0&&(Oi[M]=!0,x._el=vi(HM,u))}}function ns(x,M,P,N){let[G,J,ae,fe]=P,be=M%2,De=0;return be==0&&(fe||J)&&(De=M==0&&!G||M==2&&!ae?wn(Ng.size/3):0),be==1&&(G||ae)&&(De=M==1&&!J||M==3&&!fe?wn(Og.size/2):0),De}let Uo=n.padding=(i.padding||[ns,ns,ns,ns]).map(x=>yt(Et(x,ns))),bi=n._padding=Uo.map((x,M)=>x(n,M,Oi,0)),Qt,sn=null,rn=null,Bi=s==1?y[0].idxs:null,ti=null,Ss=!1;function Fo(x,M){if(e=x??[],n.data=n._data=e,s==2){Qt=0;for(let P=1;P<y.length;P++)Qt+=e[P][0].length}else{e.length==0&&(n.data=n._data=e=[[]]),ti=e[0],Qt=ti.length;let P=e;if(k==2){P=e.slice();let N=P[0]=Array(Qt);for(let G=0;G<Qt;G++)N[G]=G}n._data=e=P}if(ut(!0),Pn("setData"),k==2&&(ye=!0),M!==!1){let P=I;P.auto(n,Ss)?Oo():ws(T,P.min,P.max),ne=ne||te.left>=0,pe=!0,kn()}}n.setData=Fo;function Oo(){Ss=!0;let x,M;s==1&&(Qt>0?(sn=Bi[0]=0,rn=Bi[1]=Qt-1,x=e[0][sn],M=e[0][rn],k==2?(x=sn,M=rn):x==M&&(k==3?[x,M]=xh(x,x,I.log,!1):k==4?[x,M]=Kd(x,x,I.log,!1):I.time?M=x+wn(86400/m):[x,M]=mh(x,M,Jd,!0))):(sn=Bi[0]=x=null,rn=Bi[1]=M=null)),ws(T,x,M)}let Pr,Ms,Lr,E,z,Q,Y,Z,Te,Pe;function Ae(x,M,P,N,G,J){x??=cg,P??=Qd,N??="butt",G??=cg,J??="round",x!=Pr&&(d.strokeStyle=Pr=x),G!=Ms&&(d.fillStyle=Ms=G),M!=Lr&&(d.lineWidth=Lr=M),J!=z&&(d.lineJoin=z=J),N!=Q&&(d.lineCap=Q=N),P!=E&&d.setLineDash(E=P)}function Le(x,M,P,N){M!=Ms&&(d.fillStyle=Ms=M),x!=Y&&(d.font=Y=x),P!=Z&&(d.textAlign=Z=P),N!=Te&&(d.textBaseline=Te=N)}function ze(x,M,P,N,G=0){if(N.length>0&&x.auto(n,Ss)&&(M==null||M.min==null)){let J=Et(sn,0),ae=Et(rn,N.length-1),fe=P.min==null?iE(N,J,ae,G,x.distr==3):[P.min,P.max];x.min=Fi(x.min,P.min=fe[0]),x.max=Jn(x.max,P.max=fe[1])}}let st={min:null,max:null};function ft(){for(let N in S){let G=S[N];V[N]==null&&(G.min==null||V[T]!=null&&G.auto(n,Ss))&&(V[N]=st)}for(let N in S){let G=S[N];V[N]==null&&G.from!=null&&V[G.from]!=null&&(V[N]=st)}V[T]!=null&&ut(!0);let x={};for(let N in V){let G=V[N];if(G!=null){let J=x[N]=Ro(S[N],dE);if(G.min!=null)_n(J,G);else if(N!=T||s==2)if(Qt==0&&J.from==null){let ae=J.range(n,null,null,N);J.min=ae[0],J.max=ae[1]}else J.min=Bt,J.max=-Bt}}if(Qt>0){y.forEach((N,G)=>{if(s==1){let J=N.scale,ae=V[J];if(ae==null)return;let fe=x[J];if(G==0){let be=fe.range(n,fe.min,fe.max,J);fe.min=be[0],fe.max=be[1],sn=Ui(fe.min,e[0]),rn=Ui(fe.max,e[0]),rn-sn>1&&(e[0][sn]<fe.min&&sn++,e[0][rn]>fe.max&&rn--),N.min=ti[sn],N.max=ti[rn]}else N.show&&N.auto&&ze(fe,ae,N,e[G],N.sorted);N.idxs[0]=sn,N.idxs[1]=rn}else if(G>0&&N.show&&N.auto){let[J,ae]=N.facets,fe=J.scale,be=ae.scale,[De,Ne]=e[G],Fe=x[fe],ot=x[be];Fe!=null&&ze(Fe,V[fe],J,De,J.sorted),ot!=null&&ze(ot,V[be],ae,Ne,ae.sorted),N.min=ae.min,N.max=ae.max}});for(let N in x){let G=x[N],J=V[N];if(G.from==null&&(J==null||J.min==null)){let ae=G.range(n,G.min==Bt?null:G.min,G.max==-Bt?null:G.max,N);G.min=ae[0],G.max=ae[1]}}}for(let N in x){let G=x[N];if(G.from!=null){let J=x[G.from];if(J.min==null)G.min=G.max=null;else{let ae=G.range(n,J.min,J.max,N);G.min=ae[0],G.max=ae[1]}}}let M={},P=!1;for(let N in x){let G=x[N],J=S[N];if(J.min!=G.min||J.max!=G.max){J.min=G.min,J.max=G.max;let ae=J.distr;J._min=ae==3?vs(J.min):ae==4?Dd(J.min,J.asinh):ae==100?J.fwd(J.min):J.min,J._max=ae==3?vs(J.max):ae==4?Dd(J.max,J.asinh):ae==100?J.fwd(J.max):J.max,M[N]=P=!0}}if(P){y.forEach((N,G)=>{s==2?G>0&&M.y&&(N._paths=null):M[N.scale]&&(N._paths=null)});for(let N in M)ye=!0,Pn("setScale",N);de&&te.left>=0&&(ne=pe=!0)}for(let N in V)V[N]=null}function ke(x){let M=Hd(sn-1,0,Qt-1),P=Hd(rn+1,0,Qt-1);for(;x[M]==null&&M>0;)M--;for(;x[P]==null&&P<Qt-1;)P++;return[M,P]}function pt(){if(Qt>0){let x=y.some(M=>M._focus)&&Pe!=Be.alpha;x&&(d.globalAlpha=Pe=Be.alpha),y.forEach((M,P)=>{if(P>0&&M.show&&(Kt(P,!1),Kt(P,!0),M._paths==null)){let N=Pe;Pe!=M.alpha&&(d.globalAlpha=Pe=M.alpha);let G=s==2?[0,e[P][0].length-1]:ke(e[P]);M._paths=M.paths(n,P,G[0],G[1]),Pe!=N&&(d.globalAlpha=Pe=N)}}),y.forEach((M,P)=>{if(P>0&&M.show){let N=Pe;Pe!=M.alpha&&(d.globalAlpha=Pe=M.alpha),M._paths!=null&&Lt(P,!1);{let G=M._paths!=null?M._paths.gaps:null,J=M.points.show(n,P,sn,rn,G),ae=M.points.filter(n,P,J,G);(J||ae)&&(M.points._paths=M.points.paths(n,P,sn,rn,ae),Lt(P,!0))}Pe!=N&&(d.globalAlpha=Pe=N),Pn("drawSeries",P)}}),x&&(d.globalAlpha=Pe=1)}}function Kt(x,M){let P=M?y[x].points:y[x];P._stroke=P.stroke(n,x),P._fill=P.fill(n,x)}function Lt(x,M){let P=M?y[x].points:y[x],{stroke:N,fill:G,clip:J,flags:ae,_stroke:fe=P._stroke,_fill:be=P._fill,_width:De=P.width}=P._paths;De=kt(De*Rt,3);let Ne=null,Fe=De%2/2;M&&be==null&&(be=De>0?"#fff":fe);let ot=P.pxAlign==1&&Fe>0;if(ot&&d.translate(Fe,Fe),!M){let wt=C-De/2,Mt=b-De/2,_t=X+De,Je=ue+De;Ne=new Path2D,Ne.rect(wt,Mt,_t,Je)}M?Ue(fe,De,P.dash,P.cap,be,N,G,ae,J):It(x,fe,De,P.dash,P.cap,be,N,G,ae,Ne,J),ot&&d.translate(-Fe,-Fe)}function It(x,M,P,N,G,J,ae,fe,be,De,Ne){let Fe=!1;be!=0&&R.forEach((ot,wt)=>{if(ot.series[0]==x){let Mt=y[ot.series[1]],_t=e[ot.series[1]],Je=(Mt._paths||qa).band;Ks(Je)&&(Je=ot.dir==1?Je[0]:Je[1]);let Xe,qt=null;Mt.show&&Je&&rE(_t,sn,rn)?(qt=ot.fill(n,wt)||J,Xe=Mt._paths.clip):Je=null,Ue(M,P,N,G,qt,ae,fe,be,De,Ne,Xe,Je),Fe=!0}}),Fe||Ue(M,P,N,G,J,ae,fe,be,De,Ne)}let yn=Co|Wd;function Ue(x,M,P,N,G,J,ae,fe,be,De,Ne,Fe){Ae(x,M,P,N,G),(be||De||Fe)&&(d.save(),be&&d.clip(be),De&&d.clip(De)),Fe?(fe&yn)==yn?(d.clip(Fe),Ne&&d.clip(Ne),xt(G,ae),hn(x,J,M)):fe&Wd?(xt(G,ae),d.clip(Fe),hn(x,J,M)):fe&Co&&(d.save(),d.clip(Fe),Ne&&d.clip(Ne),xt(G,ae),d.restore(),hn(x,J,M)):(xt(G,ae),hn(x,J,M)),(be||De||Fe)&&d.restore()}function hn(x,M,P){P>0&&(M instanceof Map?M.forEach((N,G)=>{d.strokeStyle=Pr=G,d.stroke(N)}):M!=null&&x&&d.stroke(M))}function xt(x,M){M instanceof Map?M.forEach((P,N)=>{d.fillStyle=Ms=N,d.fill(P)}):M!=null&&x&&d.fill(M)}function is(x,M,P,N){let G=A[x],J;if(N<=0)J=[0,0];else{let ae=G._space=G.space(n,x,M,P,N),fe=G._incrs=G.incrs(n,x,M,P,N,ae);J=Tw(M,P,fe,N,ae)}return G._found=J}function un(x,M,P,N,G,J,ae,fe,be,De){let Ne=ae%2/2;v==1&&d.translate(Ne,Ne),Ae(fe,ae,be,De,fe),d.beginPath();let Fe,ot,wt,Mt,_t=G+(N==0||N==3?-J:J);P==0?(ot=G,Mt=_t):(Fe=G,wt=_t);for(let Je=0;Je<x.length;Je++)M[Je]!=null&&(P==0?Fe=wt=x[Je]:ot=Mt=x[Je],d.moveTo(Fe,ot),d.lineTo(wt,Mt));d.stroke(),v==1&&d.translate(-Ne,-Ne)}function Ir(x){let M=!0;return A.forEach((P,N)=>{if(!P.show)return;let G=S[P.scale];if(G.min==null){P._show&&(M=!1,P._show=!1,ut(!1));return}else P._show||(M=!1,P._show=!0,ut(!1));let J=P.side,ae=J%2,{min:fe,max:be}=G,[De,Ne]=is(N,fe,be,ae==0?F:Ce);if(Ne==0)return;let Fe=G.distr==2,ot=P._splits=P.splits(n,N,fe,be,De,Ne,Fe),wt=G.distr==2?ot.map(Xe=>ti[Xe]):ot,Mt=G.distr==2?ti[ot[1]]-ti[ot[0]]:De,_t=P._values=P.values(n,P.filter(n,wt,N,Ne,Mt),N,Ne,Mt);P._rotate=J==2?P.rotate(n,_t,N,Ne):0;let Je=P._size;P._size=yi(P.size(n,_t,N,x)),Je!=null&&P._size!=Je&&(M=!1)}),M}function ki(x){let M=!0;return Uo.forEach((P,N)=>{let G=P(n,N,Oi,x);G!=bi[N]&&(M=!1),bi[N]=G}),M}function ss(){for(let x=0;x<A.length;x++){let M=A[x];if(!M.show||!M._show)continue;let P=M.side,N=P%2,G,J,ae=M.stroke(n,x),fe=P==0||P==3?-1:1,[be,De]=M._found;if(M.label!=null){let qn=M.labelGap*fe,si=wn((M._lpos+qn)*Rt);Le(M.labelFont[0],ae,"center",P==2?"top":lg),d.save(),N==1?(G=J=0,d.translate(si,wn(b+ue/2)),d.rotate((P==3?-fh:fh)/2)):(G=wn(C+X/2),J=si);let nr=Jg(M.label)?M.label(n,x,be,De):M.label;d.fillText(nr,G,J),d.restore()}if(De==0)continue;let Ne=S[M.scale],Fe=N==0?X:ue,ot=N==0?C:b,wt=M._splits,Mt=Ne.distr==2?wt.map(qn=>ti[qn]):wt,_t=Ne.distr==2?ti[wt[1]]-ti[wt[0]]:be,Je=M.ticks,Xe=M.border,qt=Je.show?Je.size:0,tn=wn(qt*Rt),Ln=wn((M.alignTo==2?M._size-qt-M.gap:M.gap)*Rt),Ft=M._rotate*-fh/180,nn=p(M._pos*Rt),ni=(tn+Ln)*fe,Xn=nn+ni;J=N==0?Xn:0,G=N==1?Xn:0;let pi=M.font[0],Si=M.align==1?Mo:M.align==2?Pd:Ft>0?Mo:Ft<0?Pd:N==0?"center":P==3?Pd:Mo,Vi=Ft||N==1?"middle":P==2?"top":lg;Le(pi,ae,Si,Vi);let ii=M.font[1]*M.lineGap,mi=wt.map(qn=>p(a(qn,Ne,Fe,ot))),Mi=M._values;for(let qn=0;qn<Mi.length;qn++){let si=Mi[qn];if(si!=null){N==0?G=mi[qn]:J=mi[qn],si=""+si;let nr=si.indexOf(`
`)==-1?[si]:si.split(/\n/gm);for(let Yn=0;Yn<nr.length;Yn++){let Nf=nr[Yn];Ft?(d.save(),d.translate(G,J+Yn*ii),d.rotate(Ft),d.fillText(Nf,0,0),d.restore()):d.fillText(Nf,G,J+Yn*ii)}}}Je.show&&un(mi,Je.filter(n,Mt,x,De,_t),N,P,nn,tn,kt(Je.width*Rt,3),Je.stroke(n,x),Je.dash,Je.cap);let Gi=M.grid;Gi.show&&un(mi,Gi.filter(n,Mt,x,De,_t),N,N==0?2:1,N==0?b:C,N==0?ue:X,kt(Gi.width*Rt,3),Gi.stroke(n,x),Gi.dash,Gi.cap),Xe.show&&un([nn],[1],N==0?1:0,N==0?1:2,N==1?b:C,N==1?ue:X,kt(Xe.width*Rt,3),Xe.stroke(n,x),Xe.dash,Xe.cap)}Pn("drawAxes")}function ut(x){y.forEach((M,P)=>{P>0&&(M._paths=null,x&&(s==1?(M.min=null,M.max=null):M.facets.forEach(N=>{N.min=null,N.max=null})))})}let en=!1,Wn=!1,Dt=[];function dn(){Wn=!1;for(let x=0;x<Dt.length;x++)Pn(...Dt[x]);Dt.length=0}function kn(){en||(vE(gf),en=!0)}function Ja(x,M=!1){en=!0,Wn=M,x(n),gf(),M&&Dt.length>0&&queueMicrotask(dn)}n.batch=Ja;function gf(){if(oe&&(ft(),oe=!1),ye&&(we(),ye=!1),ve){if($t(f,Mo,$e),$t(f,"top",at),$t(f,Va,F),$t(f,Ga,Ce),$t(g,Mo,$e),$t(g,"top",at),$t(g,Va,F),$t(g,Ga,Ce),$t(u,Va,jt),$t(u,Ga,cn),h.width=wn(jt*Rt),h.height=wn(cn*Rt),A.forEach(({_el:x,_show:M,_size:P,_pos:N,side:G})=>{if(x!=null)if(M){let J=G===3||G===0?P:0,ae=G%2==1;$t(x,ae?"left":"top",N-J),$t(x,ae?"width":"height",P),$t(x,ae?"top":"left",ae?at:$e),$t(x,ae?"height":"width",ae?Ce:F),kd(x,Mr)}else ui(x,Mr)}),Pr=Ms=Lr=z=Q=Y=Z=Te=E=null,Pe=1,zo(!0),$e!=Ee||at!=Ot||F!=He||Ce!=Ye){ut(!1);let x=F/He,M=Ce/Ye;if(de&&!ne&&te.left>=0){te.left*=x,te.top*=M,Dr&&Qi(Dr,wn(te.left),0,F,Ce),Nr&&Qi(Nr,0,wn(te.top),F,Ce);for(let P=0;P<ct.length;P++){let N=ct[P];N!=null&&(Gt[P]*=x,Gn[P]*=M,Qi(N,yi(Gt[P]),yi(Gn[P]),F,Ce))}}if(Xt.show&&!se&&Xt.left>=0&&Xt.width>0){Xt.left*=x,Xt.width*=x,Xt.top*=M,Xt.height*=M;for(let P in Wh)$t(Or,P,Xt[P])}Ee=$e,Ot=at,He=F,Ye=Ce}Pn("setSize"),ve=!1}jt>0&&cn>0&&(d.clearRect(0,0,h.width,h.height),Pn("drawClear"),w.forEach(x=>x()),Pn("draw")),Xt.show&&se&&(ja(Xt),se=!1),de&&ne&&(tr(null,!0,!1),ne=!1),le.show&&le.live&&pe&&(Vh(),pe=!1),l||(l=!0,n.status=1,Pn("ready")),Ss=!1,en=!1}n.redraw=(x,M)=>{ye=M||!1,x!==!1?ws(T,I.min,I.max):kn()};function kh(x,M){let P=S[x];if(P.from==null){if(Qt==0){let N=P.range(n,M.min,M.max,x);M.min=N[0],M.max=N[1]}if(M.min>M.max){let N=M.min;M.min=M.max,M.max=N}if(Qt>1&&M.min!=null&&M.max!=null&&M.max-M.min<1e-16)return;x==T&&P.distr==2&&Qt>0&&(M.min=Ui(M.min,e[0]),M.max=Ui(M.max,e[0]),M.min==M.max&&M.max++),V[x]=M,oe=!0,kn()}}n.setScale=kh;let zh,Hh,Dr,Nr,_f,xf,Ur,Fr,vf,yf,Wt,Zt,Es=!1,Un=te.drag,Rn=Un.x,Cn=Un.y;de&&(te.x&&(zh=vi(GM,g)),te.y&&(Hh=vi(WM,g)),I.ori==0?(Dr=zh,Nr=Hh):(Dr=Hh,Nr=zh),Wt=te.left,Zt=te.top);let Xt=n.select=_n({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),Or=Xt.show?vi(VM,Xt.over?g:f):null;function ja(x,M){if(Xt.show){for(let P in x)Xt[P]=x[P],P in Wh&&$t(Or,P,x[P]);M!==!1&&Pn("setSelect")}}n.setSelect=ja;function Q0(x){if(y[x].show)j&&kd(Qe[x],Mr);else if(j&&ui(Qe[x],Mr),de){let P=Re?ct[0]:ct[x];P!=null&&Qi(P,-10,-10,F,Ce)}}function ws(x,M,P){kh(x,{min:M,max:P})}function zi(x,M,P,N){M.focus!=null&&s_(x),M.show!=null&&y.forEach((G,J)=>{J>0&&(x==J||x==null)&&(G.show=M.show,Q0(J),s==2?(ws(G.facets[0].scale,null,null),ws(G.facets[1].scale,null,null)):ws(G.scale,null,null),kn())}),P!==!1&&Pn("setSeries",x,M),N&&Ho("setSeries",n,x,M)}n.setSeries=zi;function e_(x,M){_n(R[x],M)}function t_(x,M){x.fill=yt(x.fill||null),x.dir=Et(x.dir,-1),M=M??R.length,R.splice(M,0,x)}function n_(x){x==null?R.length=0:R.splice(x,1)}n.addBand=t_,n.setBand=e_,n.delBand=n_;function i_(x,M){y[x].alpha=M,de&&ct[x]!=null&&(ct[x].style.opacity=M),j&&Qe[x]&&(Qe[x].style.opacity=M)}let rs,Ts,er,Br={focus:!0};function s_(x){if(x!=er){let M=x==null,P=Be.alpha!=1;y.forEach((N,G)=>{if(s==1||G>0){let J=M||G==0||G==x;N._focus=M?null:J,P&&i_(G,J?1:Be.alpha)}}),er=x,P&&kn()}}j&&tt&&bt(dg,_e,x=>{te._lock||(et(x),er!=null&&zi(null,Br,!0,fn.setSeries))});function Hi(x,M,P){let N=S[M];P&&(x=x/Rt-(N.ori==1?at:$e));let G=F;N.ori==1&&(G=Ce,x=G-x),N.dir==-1&&(x=G-x);let J=N._min,ae=N._max,fe=x/G,be=J+(ae-J)*fe,De=N.distr;return De==3?To(10,be):De==4?aE(be,N.asinh):De==100?N.bwd(be):be}function r_(x,M){let P=Hi(x,T,M);return Ui(P,e[0],sn,rn)}n.valToIdx=x=>Ui(x,e[0]),n.posToIdx=r_,n.posToVal=Hi,n.valToPos=(x,M,P)=>S[M].ori==0?r(x,S[M],P?X:F,P?C:0):o(x,S[M],P?ue:Ce,P?b:0),n.setCursor=(x,M,P)=>{Wt=x.left,Zt=x.top,tr(null,M,P)};function bf(x,M){$t(Or,Mo,Xt.left=x),$t(Or,Va,Xt.width=M)}function Sf(x,M){$t(Or,"top",Xt.top=x),$t(Or,Ga,Xt.height=M)}let Bo=I.ori==0?bf:Sf,ko=I.ori==1?bf:Sf;function o_(){if(j&&le.live)for(let x=s==2?1:0;x<y.length;x++){if(x==0&&lt)continue;let M=le.values[x],P=0;for(let N in M)Oe[x][P++].firstChild.nodeValue=M[N]}}function Vh(x,M){if(x!=null&&(x.idxs?x.idxs.forEach((P,N)=>{ee[N]=P}):uE(x.idx)||ee.fill(x.idx),le.idx=ee[0]),j&&le.live){for(let P=0;P<y.length;P++)(P>0||s==1&&!lt)&&a_(P,ee[P]);o_()}pe=!1,M!==!1&&Pn("setLegend")}n.setLegend=Vh;function a_(x,M){let P=y[x],N=x==0&&k==2?ti:e[x],G;lt?G=P.values(n,x,M)??Ke:(G=P.value(n,M==null?null:N[M],x,M),G=G==null?Ke:{_:G}),le.values[x]=G}function tr(x,M,P){vf=Wt,yf=Zt,[Wt,Zt]=te.move(n,Wt,Zt),te.left=Wt,te.top=Zt,de&&(Dr&&Qi(Dr,wn(Wt),0,F,Ce),Nr&&Qi(Nr,0,wn(Zt),F,Ce));let N,G=sn>rn;rs=Bt,Ts=null;let J=I.ori==0?F:Ce,ae=I.ori==1?F:Ce;if(Wt<0||Qt==0||G){N=te.idx=null;for(let fe=0;fe<y.length;fe++){let be=ct[fe];be!=null&&Qi(be,-10,-10,F,Ce)}tt&&zi(null,Br,!0,x==null&&fn.setSeries),le.live&&(ee.fill(N),pe=!0)}else{let fe,be,De;s==1&&(fe=I.ori==0?Wt:Zt,be=Hi(fe,T),N=te.idx=Ui(be,e[0],sn,rn),De=H(e[0][N],I,J,0));let Ne=-10,Fe=-10,ot=0,wt=0,Mt=!0,_t="",Je="";for(let Xe=s==2?1:0;Xe<y.length;Xe++){let qt=y[Xe],tn=ee[Xe],Ln=tn==null?null:s==1?e[Xe][tn]:e[Xe][1][tn],Ft=te.dataIdx(n,Xe,N,be),nn=Ft==null?null:s==1?e[Xe][Ft]:e[Xe][1][Ft];if(pe=pe||nn!=Ln||Ft!=tn,ee[Xe]=Ft,Xe>0&&qt.show){let ni=Ft==null?-10:Ft==N?De:H(s==1?e[0][Ft]:e[Xe][0][Ft],I,J,0),Xn=nn==null?-10:D(nn,s==1?S[qt.scale]:S[qt.facets[1].scale],ae,0);if(tt&&nn!=null){let pi=I.ori==1?Wt:Zt,Si=Tn(Be.dist(n,Xe,Ft,Xn,pi));if(Si<rs){let Vi=Be.bias;if(Vi!=0){let ii=Hi(pi,qt.scale),mi=nn>=0?1:-1,Mi=ii>=0?1:-1;Mi==mi&&(Mi==1?Vi==1?nn>=ii:nn<=ii:Vi==1?nn<=ii:nn>=ii)&&(rs=Si,Ts=Xe)}else rs=Si,Ts=Xe}}if(pe||Re){let pi,Si;I.ori==0?(pi=ni,Si=Xn):(pi=Xn,Si=ni);let Vi,ii,mi,Mi,Gi,qn,si=!0,nr=he.bbox;if(nr!=null){si=!1;let Yn=nr(n,Xe);mi=Yn.left,Mi=Yn.top,Vi=Yn.width,ii=Yn.height}else mi=pi,Mi=Si,Vi=ii=he.size(n,Xe);if(qn=he.fill(n,Xe),Gi=he.stroke(n,Xe),Re)Xe==Ts&&rs<=Be.prox&&(Ne=mi,Fe=Mi,ot=Vi,wt=ii,Mt=si,_t=qn,Je=Gi);else{let Yn=ct[Xe];Yn!=null&&(Gt[Xe]=mi,Gn[Xe]=Mi,vg(Yn,Vi,ii,si),_g(Yn,qn,Gi),Qi(Yn,yi(mi),yi(Mi),F,Ce))}}}}if(Re){let Xe=Be.prox,qt=er==null?rs<=Xe:rs>Xe||Ts!=er;if(pe||qt){let tn=ct[0];tn!=null&&(Gt[0]=Ne,Gn[0]=Fe,vg(tn,ot,wt,Mt),_g(tn,_t,Je),Qi(tn,yi(Ne),yi(Fe),F,Ce))}}}if(Xt.show&&Es)if(x!=null){let[fe,be]=fn.scales,[De,Ne]=fn.match,[Fe,ot]=x.cursor.sync.scales,wt=x.cursor.drag;if(Rn=wt._x,Cn=wt._y,Rn||Cn){let{left:Mt,top:_t,width:Je,height:Xe}=x.select,qt=x.scales[Fe].ori,tn=x.posToVal,Ln,Ft,nn,ni,Xn,pi=fe!=null&&De(fe,Fe),Si=be!=null&&Ne(be,ot);pi&&Rn?(qt==0?(Ln=Mt,Ft=Je):(Ln=_t,Ft=Xe),nn=S[fe],ni=H(tn(Ln,Fe),nn,J,0),Xn=H(tn(Ln+Ft,Fe),nn,J,0),Bo(Fi(ni,Xn),Tn(Xn-ni))):Bo(0,J),Si&&Cn?(qt==1?(Ln=Mt,Ft=Je):(Ln=_t,Ft=Xe),nn=S[be],ni=D(tn(Ln,ot),nn,ae,0),Xn=D(tn(Ln+Ft,ot),nn,ae,0),ko(Fi(ni,Xn),Tn(Xn-ni))):ko(0,ae)}else Xh()}else{let fe=Tn(vf-_f),be=Tn(yf-xf);if(I.ori==1){let ot=fe;fe=be,be=ot}Rn=Un.x&&fe>=Un.dist,Cn=Un.y&&be>=Un.dist;let De=Un.uni;De!=null?Rn&&Cn&&(Rn=fe>=De,Cn=be>=De,!Rn&&!Cn&&(be>fe?Cn=!0:Rn=!0)):Un.x&&Un.y&&(Rn||Cn)&&(Rn=Cn=!0);let Ne,Fe;Rn&&(I.ori==0?(Ne=Ur,Fe=Wt):(Ne=Fr,Fe=Zt),Bo(Fi(Ne,Fe),Tn(Fe-Ne)),Cn||ko(0,ae)),Cn&&(I.ori==1?(Ne=Ur,Fe=Wt):(Ne=Fr,Fe=Zt),ko(Fi(Ne,Fe),Tn(Fe-Ne)),Rn||Bo(0,J)),!Rn&&!Cn&&(Bo(0,0),ko(0,0))}if(Un._x=Rn,Un._y=Cn,x==null){if(P){if(Df!=null){let[fe,be]=fn.scales;fn.values[0]=fe!=null?Hi(I.ori==0?Wt:Zt,fe):null,fn.values[1]=be!=null?Hi(I.ori==1?Wt:Zt,be):null}Ho(Ld,n,Wt,Zt,F,Ce,N)}if(tt){let fe=P&&fn.setSeries,be=Be.prox;er==null?rs<=be&&zi(Ts,Br,!0,fe):rs>be?zi(null,Br,!0,fe):Ts!=er&&zi(Ts,Br,!0,fe)}}pe&&(le.idx=N,Vh()),M!==!1&&Pn("setCursor")}let As=null;Object.defineProperty(n,"rect",{get(){return As==null&&zo(!1),As}});function zo(x=!1){x?As=null:(As=g.getBoundingClientRect(),Pn("syncRect",As))}function Mf(x,M,P,N,G,J,ae){te._lock||Es&&x!=null&&x.movementX==0&&x.movementY==0||(Gh(x,M,P,N,G,J,ae,!1,x!=null),x!=null?tr(null,!0,!0):tr(M,!0,!1))}function Gh(x,M,P,N,G,J,ae,fe,be){if(As==null&&zo(!1),et(x),x!=null)P=x.clientX-As.left,N=x.clientY-As.top;else{if(P<0||N<0){Wt=-10,Zt=-10;return}let[De,Ne]=fn.scales,Fe=M.cursor.sync,[ot,wt]=Fe.values,[Mt,_t]=Fe.scales,[Je,Xe]=fn.match,qt=M.axes[0].side%2==1,tn=I.ori==0?F:Ce,Ln=I.ori==1?F:Ce,Ft=qt?J:G,nn=qt?G:J,ni=qt?N:P,Xn=qt?P:N;if(Mt!=null?P=Je(De,Mt)?a(ot,S[De],tn,0):-10:P=tn*(ni/Ft),_t!=null?N=Xe(Ne,_t)?a(wt,S[Ne],Ln,0):-10:N=Ln*(Xn/nn),I.ori==1){let pi=P;P=N,N=pi}}be&&(M==null||M.cursor.event.type==Ld)&&((P<=1||P>=F-1)&&(P=br(P,F)),(N<=1||N>=Ce-1)&&(N=br(N,Ce))),fe?(_f=P,xf=N,[Ur,Fr]=te.move(n,P,N)):(Wt=P,Zt=N)}let Wh={width:0,height:0,left:0,top:0};function Xh(){ja(Wh,!1)}let Ef,wf,Tf,Af;function Rf(x,M,P,N,G,J,ae){Es=!0,Rn=Cn=Un._x=Un._y=!1,Gh(x,M,P,N,G,J,ae,!0,!1),x!=null&&(bt(Id,Od,Cf,!1),Ho(hg,n,Ur,Fr,F,Ce,null));let{left:fe,top:be,width:De,height:Ne}=Xt;Ef=fe,wf=be,Tf=De,Af=Ne}function Cf(x,M,P,N,G,J,ae){Es=Un._x=Un._y=!1,Gh(x,M,P,N,G,J,ae,!1,!0);let{left:fe,top:be,width:De,height:Ne}=Xt,Fe=De>0||Ne>0,ot=Ef!=fe||wf!=be||Tf!=De||Af!=Ne;if(Fe&&ot&&ja(Xt),Un.setScale&&Fe&&ot){let wt=fe,Mt=De,_t=be,Je=Ne;if(I.ori==1&&(wt=be,Mt=Ne,_t=fe,Je=De),Rn&&ws(T,Hi(wt,T),Hi(wt+Mt,T)),Cn)for(let Xe in S){let qt=S[Xe];Xe!=T&&qt.from==null&&qt.min!=Bt&&ws(Xe,Hi(_t+Je,Xe),Hi(_t,Xe))}Xh()}else te.lock&&(te._lock=!te._lock,tr(M,!0,x!=null));x!=null&&(vn(Id,Od),Ho(Id,n,Wt,Zt,F,Ce,null))}function l_(x,M,P,N,G,J,ae){if(te._lock)return;et(x);let fe=Es;if(Es){let be=!0,De=!0,Ne=10,Fe,ot;I.ori==0?(Fe=Rn,ot=Cn):(Fe=Cn,ot=Rn),Fe&&ot&&(be=Wt<=Ne||Wt>=F-Ne,De=Zt<=Ne||Zt>=Ce-Ne),Fe&&be&&(Wt=Wt<Ur?0:F),ot&&De&&(Zt=Zt<Fr?0:Ce),tr(null,!0,!0),Es=!1}Wt=-10,Zt=-10,ee.fill(null),tr(null,!0,!0),fe&&(Es=fe)}function Pf(x,M,P,N,G,J,ae){te._lock||(et(x),Oo(),Xh(),x!=null&&Ho(fg,n,Wt,Zt,F,Ce,null))}function Lf(){A.forEach(Aw),U(n.width,n.height,!0)}Er(ph,wo,Lf);let kr={};kr.mousedown=Rf,kr.mousemove=Mf,kr.mouseup=Cf,kr.dblclick=Pf,kr.setSeries=(x,M,P,N)=>{let G=fn.match[2];P=G(n,M,P),P!=-1&&zi(P,N,!0,!1)},de&&(bt(hg,g,Rf),bt(Ld,g,Mf),bt(ug,g,x=>{et(x),zo(!1)}),bt(dg,g,l_),bt(fg,g,Pf),Xd.add(n),n.syncRect=zo);let Qa=n.hooks=i.hooks||{};function Pn(x,M,P){Wn?Dt.push([x,M,P]):x in Qa&&Qa[x].forEach(N=>{N.call(null,n,M,P)})}(i.plugins||[]).forEach(x=>{for(let M in x.hooks)Qa[M]=(Qa[M]||[]).concat(x.hooks[M])});let If=(x,M,P)=>P,fn=_n({key:null,setSeries:!1,filters:{pub:Eg,sub:Eg},scales:[T,y[1]?y[1].scale:null],match:[wg,wg,If],values:[null,null]},te.sync);fn.match.length==2&&fn.match.push(If),te.sync=fn;let Df=fn.key,qh=b0(Df);function Ho(x,M,P,N,G,J,ae){fn.filters.pub(x,M,P,N,G,J,ae)&&qh.pub(x,M,P,N,G,J,ae)}qh.sub(n);function c_(x,M,P,N,G,J,ae){fn.filters.sub(x,M,P,N,G,J,ae)&&kr[x](null,M,P,N,G,J,ae)}n.pub=c_;function h_(){qh.unsub(n),Xd.delete(n),An.clear(),zd(ph,wo,Lf),c.remove(),_e?.remove(),Pn("destroy")}n.destroy=h_;function Yh(){Pn("init",i,e),Fo(e||i.data,!1),V[T]?kh(T,V[T]):Oo(),se=Xt.show&&(Xt.width>0||Xt.height>0),ne=pe=!0,U(i.width,i.height)}return y.forEach(Cr),A.forEach(ts),t?t instanceof HTMLElement?(t.appendChild(c),Yh()):t(n,Yh):Yh(),n}xn.assign=_n;xn.fmtNum=jd;xn.rangeNum=mh;xn.rangeLog=xh;xn.rangeAsinh=Kd;xn.orient=Tr;xn.pxRatio=Rt;xn.join=xE;xn.fmtDate=ef,xn.tzDate=CE;xn.sync=b0;{xn.addGap=uw,xn.clipGaps=bh;let i=xn.paths={points:A0};i.linear=C0,i.stepped=pw,i.bars=mw,i.spline=_w}var Do=640,Ar=320,js=72,wh=16,D0=44,Th=44,N0=16;function U0(i){return i.replaceAll("&","&amp;").replaceAll("<","&lt;").replaceAll('"',"&quot;")}function lf(i,e){let t=0,n=0;return i.map(s=>(t>0&&t+s>e&&([t,n]=[0,n+1]),t+=s,{x:t-s,row:n}))}function F0(i,e){let t=(e-i)/5,n=10**Math.floor(Math.log10(t)),s=[1,2,5,10].map(o=>o*n).find(o=>o>=t)??t,r=[];for(let o=Math.ceil(i/s);o*s<=e*(1+1e-12)+1e-300;o++)r.push(o*s);return r}function Rw(i,e){let t=Math.ceil(i),n=Math.floor(e),s=Math.max(1,Math.ceil((n-t)/6));return Array.from({length:Math.max(0,Math.floor((n-t)/s)+1)},(r,o)=>t+o*s)}function O0(i,e,[t,n],s){let r=e.length>1?lf(e.map(v=>26+6.3*v.label.length),Do-js-wh):[],o=D0+(r.length?N0*(r.at(-1).row+1)-6:0),a=v=>i.log?Math.log10(v):v,l=e.flatMap(v=>v.y.filter((p,m)=>p!==null&&Number.isFinite(p)&&v.x[m]>=t&&v.x[m]<=n)).map(a),c=l.reduce((v,p)=>Math.min(v,p),1/0),h=l.reduce((v,p)=>Math.max(v,p),-1/0);h>=c||([c,h]=[0,1]),h===c&&([c,h]=[c-(Math.abs(c)||1)*.05,h+(Math.abs(h)||1)*.05]);let d=v=>js+(v-t)/(n-t||1)*(Do-js-wh),u=v=>Ar-Th-(v-c)/(h-c)*(Ar-o-Th),f=[],g=(v,p,m,y="")=>f.push(`<text x="${v[0].toFixed(1)}" y="${v[1].toFixed(1)}" text-anchor="${p}"${y}>${U0(m)}</text>`);g([js,24],"start",`${i.title}${i.unit?` [${i.unit}]`:""}`,' font-weight="600" font-size="14"');for(let v of F0(t,n))f.push(`<path d="M${d(v).toFixed(1)} ${o.toFixed(0)}V${Ar-Th}" class="grid"/>`),g([d(v),Ar-Th+18],"middle",String(Number(v.toPrecision(6))));for(let v of i.log?Rw(c,h):F0(c,h))f.push(`<path d="M${js} ${u(v).toFixed(1)}H${Do-wh}" class="grid"/>`),g([js-8,u(v)+4],"end",i.log?`1e${v}`:St(v,4));return g([(js+Do-wh)/2,Ar-8],"middle","time [s]"),e.forEach((v,p)=>{f.push(`<path d="${Cw(v,t,n,d,S=>u(a(S)),!!i.stepped)}" fill="none" stroke="${s[p]}" stroke-width="1.6" stroke-linejoin="round"${v.dashed?' stroke-dasharray="5 4"':""}/>`);let m=r[p];if(!m)return;let[y,A]=[js+m.x,D0-2+N0*m.row];f.push(`<path d="M${y.toFixed(1)} ${A-4}h12" stroke="${s[p]}" stroke-width="2"${v.dashed?' stroke-dasharray="5 2"':""}/>`),g([y+16,A],"start",v.label)}),`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${Do} ${Ar}" width="${Do}" height="${Ar}" font-family="system-ui, sans-serif" font-size="11" fill="#24292f">
<title>${U0(i.title)}</title>
<style>.grid{stroke:#8a94a3;stroke-opacity:.35;stroke-width:1;fill:none}@media(prefers-color-scheme:dark){svg{background:#14181f;fill:#e8ecf3}}</style>
${f.join(`
`)}
</svg>
`}function Cw(i,e,t,n,s,r){let o="",a=!1;return i.x.forEach((l,c)=>{let h=i.y[c];if(h==null||!Number.isFinite(h)||l<e||l>t){a=!1;return}let d=n(l).toFixed(1),u=s(h).toFixed(1);o+=a?r?`V${s(h).toFixed(1)}H${d}`:`L${d} ${u}`:`M${d} ${u}`,a=!0}),o}var B0=148,Qs=["--line0","--line1","--line2","--line3","--line4","--line5"];function bs(i){return getComputedStyle(document.documentElement).getPropertyValue(i).trim()}function Pw(i,e){let t=0,n=i.x.length-1;for(;t<n;){let s=t+n+1>>1;i.x[s]<=e+1e-9?t=s:n=s-1}return i.y[t]??null}var Ah=class{constructor(e,t,n,s,r){this.list=e;this.channels=n;this.player=s;this.title=r;this.range=this.known=[s.run.begin,s.run.end];let o=new Map;for(let a of n){if(!o.has(a.group)){let l=Se("optgroup",{label:a.group});o.set(a.group,l),t.append(l)}o.get(a.group).append(Se("option",{value:a.id},a.title))}t.addEventListener("change",()=>{t.value&&this.add(t.value),t.value=""}),new ResizeObserver(()=>this.resize()).observe(e)}list;channels;player;title;charts=[];range;known;zooming=!1;sync=xn.sync("rigor");ids(){return this.charts.map(e=>e.channel.id)}has(e){return this.charts.some(t=>t.channel.id===e)}add(e,t=!1){let n=this.channels.find(u=>u.id===e),s=this.charts.find(u=>u.channel.id===e);if(s&&s.card.scrollIntoView({block:"nearest"}),!n||s)return;let r=Se("span",{class:"value"}),o=Se("div",{class:"now","aria-hidden":"true"}),a=Se("div",{class:"room"}),l=Se("span",{class:"tools"}),c=Se("section",{class:"chart","aria-label":`Plot: ${n.title}`,"data-channel":e},Se("header",{},Se("h3",{},n.title),Se("span",{class:"unit"},n.unit),r,l),a),h={channel:n,card:c,room:a,value:r,now:o,lines:[],plot:null},d=(u,f,g)=>{let v=Se("button",{type:"button",class:"small",title:f,"aria-label":`${f}: ${n.title}`},u);v.addEventListener("click",g),l.append(v)};d("PNG","Save this plot as PNG",()=>this.savePng(h)),d("SVG","Save this plot as SVG",()=>Zs(this.name(h,"svg"),this.svg(e),"image/svg+xml")),d("CSV","Save these numbers as CSV",()=>Zs(this.name(h,"csv"),this.csv(e),"text/csv")),d("\xD7","Close this plot",()=>this.remove(e)),t?this.list.prepend(c):this.list.append(c),this.charts.push(h),this.build(h),this.update()}remove(e){let t=this.charts.find(n=>n.channel.id===e);t&&(t.plot?.destroy(),t.card.remove(),this.charts=this.charts.filter(n=>n!==t))}rebuild(e){for(let t of this.charts)(!e||t.channel.id===e)&&this.build(t);this.update()}grow(){let{begin:e,end:t}=this.player.run,n=this.range[0]<=this.known[0]&&this.range[1]>=this.known[1];this.known=[e,t];for(let s of this.charts)s.lines=s.channel.lines(),s.plot?.setData(cf(s.lines),!1);this.zoom(...n||this.range[0]<e||this.range[0]>=t?this.known:this.range)}name(e,t){return`${za(this.title,e.channel.title)}.${t}`}build(e){e.plot?.destroy(),e.lines=e.channel.lines();let t={stroke:bs("--muted"),grid:{stroke:bs("--grid"),width:1},ticks:{stroke:bs("--grid"),width:1},font:"11px system-ui, sans-serif"},n={width:this.list.clientWidth-2||300,height:B0,legend:{show:!1},padding:[6,10,0,0],cursor:{sync:{key:this.sync.key,setSeries:!1},drag:{x:!0,y:!1},points:{size:6}},scales:{x:{time:!1,range:(s,r,o)=>this.zooming?[r,o]:this.range},y:{distr:e.channel.log?3:1,range:(s,r,o)=>Lw(s,r,o,!!e.channel.log)}},axes:[{...t,size:26,values:(s,r)=>r.map(o=>`${Number(o.toPrecision(6))}`)},{...t,size:62,...e.channel.log?{filter:hf,grid:{...t.grid,filter:hf},ticks:{...t.ticks,filter:hf}}:{},values:(s,r)=>r.map(o=>o===null?"":St(o,4))}],series:[{},...e.lines.map((s,r)=>({label:s.label,stroke:bs(Qs[r%Qs.length]),width:1.6,dash:s.dashed?[5,4]:[],points:{show:o=>(o.data[0]?.length??0)<3},...e.channel.stepped?{paths:xn.paths.stepped({align:-1})}:{}}))],hooks:{setScale:[(s,r)=>{r==="x"&&!this.zooming&&s.scales.x.min!=null&&this.zoom(s.scales.x.min,s.scales.x.max)}],drawClear:[]}};e.plot=new xn(n,cf(e.lines),e.room),e.plot.over.append(e.now),this.listen(e.plot)}listen(e){let t=0;e.over.addEventListener("mousedown",n=>t=n.clientX),e.over.addEventListener("click",n=>{Math.abs(n.clientX-t)>3||(this.player.playing=!1,this.player.seek(e.posToVal(n.clientX-e.over.getBoundingClientRect().left,"x")))}),e.over.addEventListener("dblclick",n=>{n.stopImmediatePropagation(),this.zoomAll()},{capture:!0})}zoom(e,t){let{begin:n,end:s}=this.player.run;if(e=Math.max(n,e),t=Math.min(s,t),t>e){this.range=[e,t],this.zooming=!0;for(let r of this.charts)r.plot?.setScale("x",{min:e,max:t});this.zooming=!1,this.update()}}zoomAll(){this.zoom(this.player.run.begin,this.player.run.end)}zoomBy(e){let[t,n]=this.range,s=Math.min(n,Math.max(t,this.player.time)),r=(n-t)/2/e,o=Math.max(0,this.player.run.begin-(s-r))-Math.max(0,s+r-this.player.run.end);this.zoom(s-r+o,s+r+o)}get shownRange(){return this.range}resize(){let e=this.list.clientWidth-2;if(e>0)for(let t of this.charts)t.plot&&t.plot.width!==e&&t.plot.setSize({width:e,height:B0});this.update()}update(){let{time:e}=this.player;for(let t of this.charts){let n=t.plot?t.plot.valToPos(e,"x"):0,s=e>=this.range[0]&&e<=this.range[1];t.now.style.transform=`translateX(${n}px)`,t.now.style.visibility=s?"visible":"hidden",t.value.classList.toggle("several",t.lines.length>1),t.value.replaceChildren(...t.lines.map((r,o)=>{let a=Pw(r,e),l=a===null?"\u2013":St(a,5),c=Se("span",{class:"key"},t.lines.length>1?`${r.label} ${l}`:l);return c.style.setProperty("--key",`var(${Qs[o%Qs.length]})`),c}))}}find(e){let t=this.charts.find(n=>n.channel.id===e);if(!t)throw new Error(`there is no plot "${e}"`);return t}csv(e){let{lines:t}=this.find(e),n=cf(t),s=a=>`"${a.replaceAll('"','""')}"`,r=[["time",...t.map(a=>s(a.label))].join(",")];return n[0].forEach((a,l)=>r.push(n.map(c=>c[l]??"").join(","))),r.join(`
`)+`
`}svg(e){let t=this.find(e);return O0(t.channel,t.lines,this.range,t.lines.map((n,s)=>bs(Qs[s%Qs.length])))}savePng(e){this.png(e.channel.id).then(t=>t&&Zs(this.name(e,"png"),t))}png(e){let t=this.find(e),n=t.plot.ctx.canvas,s=n.width/t.plot.width,r=Se("canvas",{width:String(n.width)}),o=r.getContext("2d"),a=`${11*s}px system-ui, sans-serif`;o.font=a;let l=t.lines.map(d=>o.measureText(d.label).width+28*s),c=t.lines.length>1?lf(l,n.width-20*s):[],h=(30+16*(c.length?c.at(-1).row+1:0))*s;return r.height=n.height+h,o.fillStyle=bs("--panel"),o.fillRect(0,0,r.width,r.height),o.fillStyle=bs("--ink"),o.font=`600 ${14*s}px system-ui, sans-serif`,o.fillText(`${t.channel.title} [${t.channel.unit||"1"}]`,10*s,20*s),o.font=a,c.forEach(({x:d,row:u},f)=>{let g=10*s+d,v=(38+16*u)*s;o.fillStyle=bs(Qs[f%Qs.length]),o.fillRect(g,v-7*s,9*s,9*s),o.fillStyle=bs("--ink"),o.fillText(t.lines[f].label,g+14*s,v+s)}),o.drawImage(n,0,h),new Promise(d=>r.toBlob(d,"image/png"))}};function cf(i){let e=i[0];return e?i.every(t=>t.x===e.x||t.x.length===e.x.length&&t.x.every((n,s)=>n===e.x[s]))?[e.x,...i.map(t=>t.y)]:xn.join(i.map(t=>[t.x,t.y])):[[]]}function hf(i,e){let t=e.map(s=>Math.log10(s)).filter(s=>Math.abs(s-Math.round(s))<1e-6),n=Math.max(1,Math.ceil((t.at(-1)-t[0])/6));return e.map(s=>{let r=Math.round(Math.log10(s));return Math.abs(Math.log10(s)-r)<1e-6&&r%n===0?s:null})}function Lw(i,e,t,n){if(e===null||t===null||!Number.isFinite(e+t))return n?[1e-17,1]:[0,1];if(n)return[10**Math.floor(Math.log10(e)-.01),10**Math.ceil(Math.log10(t)+.01)];let s=.08*(t-e)||.05*Math.abs(t)||1;return[e>=0&&e-s<0?0:e-s,t+s]}var Rh=1e-17;function z0(i,e){let{header:t,runs:n}=i,s=n.length>1,r=(u,f,g)=>s?u.name||`run ${f+1}`:g,o=(u,f,g)=>()=>n.map((v,p)=>({label:r(v,p,u),x:g(v),y:f(v)})),a=u=>u.steps.time,l=(u,f)=>o(u,g=>f(g).slice(1),g=>g.steps.time.slice(1)),c=u=>u.frames.map(f=>f.time),h="of all steps",d=[{id:"energy",group:h,title:"Energy",unit:"J",lines:o("energy",u=>u.steps.energy,a)},...Iw(n),...k0("put-in","Energy put in",n,u=>[["actuators",u.steps.actuators],["applied forces",u.steps.applied],["drives",u.steps.drives]]),...k0("taken-out","Energy taken out",n,u=>[["friction",u.steps.friction],["contacts",u.steps.contactWork],["dampers",u.steps.dampers],["limits",u.steps.limits],["dry friction",u.steps.dryFriction]].map(([f,g])=>[f,g.map(v=>-v)])),{id:"unexplained",group:h,title:"Unexplained energy",unit:"|J|",log:!0,lines:()=>Dw(n,r)},{id:"momentum",group:h,title:"Unexplained momentum",unit:"a step",log:!0,lines:()=>n.flatMap((u,f)=>[["momentum [N s]",u.steps.momentum],["angular [N m s]",u.steps.angularMomentum]].map(([g,v])=>es(s?`${r(u,f,"")}, ${g}`:g,u,v.map(p=>Math.max(p,Rh)),1)))},{id:"certificate",group:h,title:"Certificate",unit:"of |c|",log:!0,lines:l("certificate",u=>u.steps.certificate.map(f=>Math.max(f,Rh)))},{id:"iterations",group:h,title:"Iterations",unit:"a step",stepped:!0,lines:l("iterations",u=>u.steps.iterations)},{id:"contacts",group:h,title:"Contacts",unit:"",stepped:!0,lines:l("contacts",u=>u.steps.contacts)},{id:"overlap",group:h,title:"Deepest overlap",unit:"m",lines:l("overlap",u=>u.steps.overlap)},{id:"contact",group:"of the pinned contact",title:"Contact force",unit:"N",lines:()=>Nw(i,e())},{id:"slip",group:"of the pinned contact",title:"Contact slip",unit:"m/s",lines:()=>Uw(i,e())}];return s&&d.push({id:"difference",group:"between runs",title:"Difference from the first run",unit:"largest |\u0394 qpos|",log:!0,lines:()=>Fw(i)}),tl(t).forEach((u,f)=>d.push({id:`qpos${f}`,group:"coordinates",title:u||`qpos ${f}`,unit:`qpos ${f}`,lines:o(`qpos ${f}`,g=>g.frames.map(v=>v.qpos(f)),c)})),nl(t).forEach((u,f)=>d.push({id:`qvel${f}`,group:"velocities",title:`${u||"velocity"} (velocity)`,unit:`qvel ${f}`,lines:o(`qvel ${f}`,g=>g.frames.map(v=>v.qvel(f)),c)})),t.sensors.forEach(({name:u,start:f,size:g},v)=>d.push({id:`sensor${v}`,group:"sensors",title:u||`sensor ${v}`,unit:"",lines:()=>n.flatMap((p,m)=>Array.from({length:g},(y,A)=>({label:r(p,m,g>1?"xyzw"[A]??String(A):"measured"),x:c(p).slice(1),y:p.frames.slice(1).map(S=>S.sensor(f+A))})))})),d}function es(i,e,t,n=0){return{label:i,x:n?e.steps.time.slice(n):e.steps.time,y:n?t.slice(n):t}}function H0(i,e,t,n,s){return n.map((r,o)=>({id:o?`${i}-${o+1}`:i,group:"of all steps",title:n.length>1?`${e}, ${r.name||`run ${o+1}`}`:e,unit:t,lines:()=>s(r)}))}function Iw(i){return H0("balance","Energy balance","J, potential from 0",i,e=>{let t=e.steps,n=t.energy.map((r,o)=>r-t.kinetic[o]-e.potentialStart),s=(...r)=>t.time.map((o,a)=>r.reduce((l,c)=>l+c[a],0));return[es("kinetic",e,t.kinetic),es("potential",e,n),{...es("total",e,s(t.kinetic,n)),dashed:!0},es("put in",e,s(t.actuators,t.applied,t.drives)),es("taken out",e,s(t.contactWork,t.friction,t.dampers,t.limits,t.dryFriction).map(r=>-r))]})}function k0(i,e,t,n){return H0(i,e,"J",t,s=>n(s).filter(([,r],o)=>o===0||r.some(a=>a!==0)).map(([r,o])=>es(r,s,o)))}function Dw(i,e){let t=o=>o.map(a=>Math.max(Math.abs(a),Rh)),n=i.map((o,a)=>es(e(o,a,"unexplained"),o,t(o.steps.unexplained),1)),[s]=i,r=s.summary.bounds[2];return i.length>1||(r&&n.push({...es("bound",s,s.steps.time.map(()=>r),1),dashed:!0}),s.steps.loops.some(o=>o!==0)&&n.push(es("of loops",s,t(s.steps.loops),1))),n}function Nw(i,e){let t=i.runs[0],n=t.frames.map(a=>a.time),s=[],r=[],o=[];for(let a of t.frames){let l=e===null?-1:a.findContact(e),c=l<0?null:a.contact(l);s.push(c?c.impulse[0]/t.dt:null),r.push(c?Math.hypot(c.impulse[1],c.impulse[2])/t.dt:null),o.push(c?c.mu*c.impulse[0]/t.dt:null)}return[{label:"normal",x:n,y:s},{label:"friction",x:n,y:r},{label:"\xB5 \xB7 normal",x:n,y:o,dashed:!0}]}function Uw(i,e){let t=i.runs[0],n=t.frames.map(s=>{let r=e===null?-1:s.findContact(e);return r<0?null:Math.hypot(...s.contact(r).slip)});return[{label:"slip",x:t.frames.map(s=>s.time),y:n}]}function Fw(i){let e=i.runs[0],{nq:t}=i.header;return i.runs.slice(1).map((n,s)=>({label:n.name||`run ${s+2}`,x:n.frames.map(r=>r.time),y:n.frames.map(r=>{let o=e.frameIndex(r.time),a=e.frames[o],l=e.frames[o+1]??a,c=l.time>a.time?Math.min(1,(r.time-a.time)/(l.time-a.time)):0,h=Rh;for(let d=0;d<t;d++)h=Math.max(h,Math.abs(r.qpos(d)-(a.qpos(d)*(1-c)+l.qpos(d)*c)));return h})}))}var Ow=60;function uf(i,e,t){let n=Math.hypot(e.impulse[1],e.impulse[2]),s=e.mu*e.impulse[0];return[["mode",e.mode],["normal force",`${St(e.impulse[0]/t)} N`],["friction force",`${St(n/t)} N`],["share of the cone",s>0?`${(100*n/s).toFixed(n/s>.9995?2:1)} %`:"\u2013"],["friction coefficient",St(e.mu)],["slip",`${St(Math.hypot(...e.slip),3)} m/s`],["gap",`${St(e.gap,3)} m`],["place",e.position.map(r=>St(r,4)).join(", ")+" m"],["bodies",`${Ei(i.header,i.header.geoms[e.geom1]?.body??0)}, ${Ei(i.header,i.header.geoms[e.geom2]?.body??0)}`]]}function df(i,e){return Vo(i.header,e.geom1,e.geom2)}var Ch=class{constructor(e,t,n,s,r){this.recording=e;this.body=t;this.pinnedPlace=n;this.pin=s;this.hover=r}recording;body;pinnedPlace;pin;hover;keys="";show(e,t,n){let s=e.slice(0,Ow),r=s.map(o=>o.key).join(" ")+`|${e.length}`;r!==this.keys&&this.build(s,e.length),this.keys=r,s.forEach((o,a)=>this.fill(this.body.children[a],o,o.key===t,n)),this.showPinned(e.find(o=>o.key===t)??null,t,n)}focusRow(e){for(let t of this.body.querySelectorAll("tr[data-key]"))t.dataset.key===e&&t.querySelector("button").focus({preventScroll:!0})}build(e,t){let n=document.activeElement?.closest("#contact-rows tr[data-key]")?.dataset.key;this.body.replaceChildren(...e.map(s=>{let r=df(this.recording,s.contact),o=Se("button",{type:"button",class:"link",title:r},r);o.addEventListener("click",()=>this.pin(o.getAttribute("aria-pressed")==="true"?null:s.key));let a=Se("tr",{"data-key":s.key},Se("td",{},Se("i",{class:"chip"}),o),Se("td"),Se("td"),Se("td"));return a.addEventListener("pointerenter",()=>this.hover(s.key)),a.addEventListener("pointerleave",()=>this.hover(null)),a})),t>e.length&&this.body.append(Se("tr",{},Se("td",{colspan:"4"},`and ${t-e.length} more`))),t===0&&this.body.append(Se("tr",{},Se("td",{colspan:"4",class:"muted"},"none at this moment"))),n&&this.focusRow(n)}fill(e,{contact:t},n,s){let r=Math.hypot(t.impulse[1],t.impulse[2]);e.className=n?"pinned":"",e.querySelector("button").setAttribute("aria-pressed",String(n)),e.querySelector("i").className=`chip ${t.mode}`,e.cells[1].textContent=t.mode,e.cells[2].textContent=St(t.impulse[0]/s,3),e.cells[3].textContent=St(r/s,3)}showPinned(e,t,n){if(this.pinnedPlace.hidden=t===null,t===null)return;let s=Se("button",{type:"button",class:"small","aria-label":"Unpin the contact"},"unpin");s.addEventListener("click",()=>{this.pin(null),this.focusRow(t)});let[r,o]=t.split(":").map(Number),a=Vo(this.recording.header,r,o),l=Se("dl");if(e)for(let[h,d]of uf(this.recording,e.contact,n))l.append(Se("dt",{},h),Se("dd",{},d));else l.append(Se("dt",{},"now"),Se("dd",{},"not in contact"));let c=this.pinnedPlace.querySelector("dl");c&&this.pinnedPlace.dataset.key===t?c.replaceWith(l):this.pinnedPlace.replaceChildren(Se("header",{},Se("h3",{},`Pinned: ${a}`),s),l),this.pinnedPlace.dataset.key=t}};var $a=(i,e=4)=>i.map(t=>St(t,e)).join(", ");function Bw(i,e,t){let n=i.frames[Math.max(0,e-1)],s=i.frames[Math.min(i.frames.length-1,e+1)];if(!n||!s||!(s.time>n.time))return null;let r=s.time-n.time,o=R=>[0,1,2,3].map(T=>R.quaternion(t,T)),[a,l,c,h]=o(n),[d,u,f,g]=o(s),v=d*a+u*l+f*c+g*h,p=v<0?-1:1,m=[-d*l+u*a-f*h+g*c,-d*c+f*a-g*l+u*h,-d*h+g*a-u*c+f*l],y=Math.hypot(...m),A=2*Math.atan2(y,Math.abs(v)),S=y>0?p*A/(y*r):0;return{linear:[0,1,2].map(R=>(s.position(t,R)-n.position(t,R))/r),angular:m.map(R=>R*S)}}var Ph=class{constructor(e,t,n){this.recording=e;this.place=t;this.change=n}recording;place;change;body=-1;select(e){this.body=e,this.place.replaceChildren()}show(e,t,n){let{header:s}=this.recording,r=s.moving.indexOf(this.body),o=e.frameIndex(t),a=e.frames[o];if(this.place.hidden=r<0||!a,r<0||!a)return;let l=Bw(e,o,r),c=Se("dl"),h=(u,f)=>c.append(Se("dt",{},u),Se("dd",{},f));h("mass",`${St(s.bodies[this.body].mass)} kg`),h("position",`${$a([0,1,2].map(u=>a.position(r,u)))} m`),h("quaternion",$a([0,1,2,3].map(u=>a.quaternion(r,u)),3)),l&&h("velocity",`${$a(l.linear,3)} m/s`),l&&h("turning",`${$a(l.angular,3)} rad/s`);let d=this.contactForce(n,e.dt);if(h("contacts",d.count?`${$a(d.sum,3)} N by ${d.count}`:"none"),this.place.firstChild)this.place.lastChild.replaceWith(c);else{let u=Se("button",{type:"button",class:"small","aria-label":"Unselect the body"},"close");u.addEventListener("click",()=>this.change(-1)),this.place.append(Se("header",{},Se("h3",{},Ei(s,this.body)),u),c)}}contactForce(e,t){let{header:n}=this.recording,s=[0,0,0],r=0;for(let{contact:o}of e){let a=n.geoms[o.geom1]?.body===this.body,l=n.geoms[o.geom2]?.body===this.body;if(a===l)continue;let{force:c,side:h}=nh(this.recording,o,t),d=h===1===a?1:-1;c.forEach((u,f)=>s[f]+=d*u),r++}return{sum:s,count:r}}};function V0(i){let e=i.reduce((n,s)=>n+s.summary.steps,0),t=i.reduce((n,s)=>n+s.summary.unsolved,0);return t>0?{solved:!1,text:`${lh(t,"step")} not solved`}:{solved:!0,text:e===0?"no steps":e===1?"the step is solved":`all ${e.toLocaleString("en")} steps solved`}}function kw(i){let e=i.filter(n=>n.summary.motion&&!n.summary.motion.proved);if(i.some(n=>!n.summary.motion))return null;let t=i.map(n=>(i.length>1?`${n.name}: `:"")+X0(n)).join(`
`);return e.length===0?{proved:!0,text:"motion proved",detail:t}:{proved:!1,detail:t,text:`motion NOT proved: ${i.length>1?e.map(n=>n.name).join(", "):e[0].summary.motion.text}`}}function G0(i){return i.split(/(?<= )/).map(e=>/\d/.test(e)?Se("span",{class:"whole"},e):document.createTextNode(e))}function W0(i,e){let t=kw(e);i.hidden=t===null,i.replaceChildren(...t?G0(`${t.proved?"\u2713":"\u2717"} ${t.text}`):[]),i.title=t?.detail??"",i.className=t?.proved?"good":"bad"}function X0({summary:{motion:i}}){return`motion ${i.proved?"proved":"NOT proved"}: ${i.text}`}function Bn(i,e,t){if(i.value===0)return["0"].map(s=>document.createTextNode(s));let n=Se("button",{type:"button",class:"link",title:"Show this moment"},`at ${hi(i.time)}`);return n.addEventListener("click",()=>t(i.time)),[Se("span",{class:"whole"},St(i.value,3)),document.createTextNode(`${e?` ${e}`:""} `),n]}function zw({summary:i}){return(i.certificate.value??1/0)<=10*(i.law.value??0)||(i.certificate.value??1/0)<=1e-9}function Hw(i,e){let{summary:t}=i,n=Se("p"),s=lh(t.steps,"step");return t.steps===0?n.append("No step was made: this is the start."):t.unsolved===0&&t.contacts===0&&!t.certificate.value?n.append(`${s}, all solved. Nothing touched and no joint needed an impulse, so there was nothing to prove.`):t.unsolved===0&&zw(i)?n.append(`${s}, all solved. In each of them the ${t.contacts>0?"contact impulses obey exact Coulomb friction":"impulses of joints, limits and motors obey their laws"}; the worst residual, recomputed from the raw problem, is `,...Bn(t.certificate,"of |c|",e),"."):t.unsolved===0&&/\blaw cone\b/.test(i.method)?n.append(`${s}, all solved. The contact impulses obey exact Coulomb friction to `,...Bn(t.law,"of |c|",e),". In some steps gaps contradict each other in their last digits and count as others, within what they are known to: as they are the residual is ",...Bn(t.certificate,"of |c|",e),"."):t.unsolved===0?n.append(`${s}, all solved for the law that was chosen, to `,...Bn(t.law,"",e),"; that law is not exact friction: from Coulomb's law the impulses are away by up to ",...Bn(t.certificate,"of |c|",e),"."):n.append(`${s}, of which ${t.unsolved===1?"one was":`${t.unsolved} were`} not solved. What was reached at worst is `,...Bn(t.certificate,"of |c|",e),"."),n}function Vw(i,e){let t=Se("ul",{class:"unsolved"});for(let s of i.summary.unsolved_first){let r=Se("button",{type:"button",class:"link"},`step ${s.step}, ${hi(s.time)}`);r.addEventListener("click",()=>e(s.time)),t.append(Se("li",{},r,`: ${s.status}${s.reason?`: ${s.reason}`:""}`))}let n=i.summary.unsolved-i.summary.unsolved_first.length;return n>0&&t.append(Se("li",{},`and ${n} more`)),t}function Gw(i,e){let{summary:t}=i,n=Se("dl"),s=(r,...o)=>n.append(Se("dt",{},r),Se("dd",{},...o));return s("outside the friction cone",...Bn(t.cone,"N s",e)),s("complementarity",...Bn(t.complementarity,"J",e)),s("friction against slip",...Bn(t.slip_angle,"rad",e)),s("penetrating velocity",...Bn(t.penetration,"m/s",e)),s("joints, limits, motors",...Bn(t.bilateral,"",e)),s("deepest overlap",...Bn(t.overlap,"m",e)),t.closure.value&&s("loops open by",...Bn(t.closure,"",e)),s("energy",`${St(t.energy[0],6)} J at the start, ${St(t.energy[1],6)} J at the end`),s("largest rise in a step",...Bn(t.energy_rise,"J",e)),s("put in, taken out",`${St(t.work[0],6)} J, ${St(t.work[1],6)} J`),s("unexplained energy",`${St(t.unexplained,3)} J`),s("left over in a step",...Bn(t.residual,"J",e)),t.momentum.value&&s("unexplained momentum",...Bn(t.momentum,"N s",e)),t.angular_momentum.value&&s("and angular",...Bn(t.angular_momentum,"N m s",e)),t.steps>0&&(s("contacts",`${St(t.contacts/t.steps,3)} on average, ${t.most_contacts} at most`),s("iterations",`${St(t.iterations/t.steps,3)} a step`)),Se("details",{},Se("summary",{},"Every measure at its worst"),n)}function Ww(i){let e=[];return i.frameStride>1&&e.push(`The page shows ${lh(i.frames.length,"frame")}: every ${i.frameStride}th step, and steps where something happens as far as there was room.`),i.stepStride>1&&e.push(`Plots join ${i.stepStride} steps into one point, with the worst of them, and their energies at its end.`),i.marksAll>i.marks.length&&e.push(`The timeline joins marks of one kind that are close together: ${i.marks.length.toLocaleString("en")} stand for ${i.marksAll.toLocaleString("en")}.`),e.join(" ")}function q0(i,e,t){i.replaceChildren();for(let n of e){e.length>1&&i.append(Se("h3",{},n.name)),i.append(Hw(n,t)),n.summary.unsolved>0&&i.append(Vw(n,t)),n.summary.motion&&i.append(Se("p",{class:n.summary.motion.proved?"motion":"motion bad"},...G0(`M${X0(n).slice(1)}.`))),n.method&&i.append(Se("p",{class:"method"},n.method)),i.append(Gw(n,t));let s=Ww(n);s&&i.append(Se("p",{class:"note"},s))}}var Xw=3e3,ff=24e3,pf=4e3,qw=64e6,Yw=16,$w=1e3,Lh=class{constructor(e){this.address=e}address;onBytes=()=>{};onState=()=>{};onRefusal=()=>{};onChange=()=>{};connected=!1;socket=null;open(){let e=new WebSocket(this.address);e.binaryType="arraybuffer",this.socket=e,e.addEventListener("open",()=>this.change(!0)),e.addEventListener("message",({data:t})=>{t instanceof ArrayBuffer?this.onBytes(t):this.read(JSON.parse(t))}),e.addEventListener("close",()=>{this.change(!1),setTimeout(()=>this.open(),$w)})}change(e){this.connected=e,this.onChange(e)}read(e){e.type==="state"?this.onState(e):this.onRefusal(e.reason)}send(e){this.connected&&this.socket.send(JSON.stringify(e))}},Ih=class{constructor(e){this.run=e}run;epoch=-1;bytes=0;stale=!1;interrupt(){this.stale=!0}add(e){let t=new DataView(e),n=t.getUint32(0,!0),s=this.stale||n!==this.epoch;s&&this.clear(),this.epoch=n,this.stale=!1;let r=Yw,o=a=>{let l=t.getUint32(4*a,!0);return r+=l,new Uint8Array(e,r-l,l)};return this.run.addFrames(o(1)),this.run.addSteps(o(2)),this.run.addMarks(o(3)),this.bytes+=e.byteLength,this.forget(),s}tell(e){let t=this.run;t.method=e.method,t.dt=e.dt,t.tol=e.tol,Object.assign(t.summary,e.summary)}clear(){let{frames:e,marks:t,steps:n}=this.run;e.length=t.length=0;for(let s of Object.values(n))s.length=0;this.bytes=0}forget(){let{frames:e,marks:t,steps:n}=this.run;if(e.length>Xw||this.bytes>qw){let o=e.length>>3;this.bytes-=this.bytes*o/e.length,e.splice(0,o)}let s=this.run.begin,r=Object.values(n);if(n.time.length>ff||n.time[0]<s-1){let o=n.time.findIndex(l=>l>=s),a=Math.max(o,n.time.length>ff?ff>>3:0);for(let l of r)l.splice(0,a)}if(t.length>pf||t.length>0&&t[0].time<s-1){let o=t.findIndex(a=>a.time>=s);t.splice(0,Math.max(o<0?t.length:o,t.length>pf?pf>>3:0))}}},Rr=class extends bo{constructor(t,n){super(t);this.link=n}link;paused=!0;shown;back=!1;get looksBack(){return this.back}seek(t){this.back=t<this.run.end-1e-12,super.seek(t)}play(t){this.back=!1,this.link.send({do:t?"run":"pause"})}toggle(){this.play(this.paused)}step(t){t>0&&!this.back?this.link.send({do:"step",count:t}):super.step(t)}setSpeed(t){super.setSpeed(t),this.link.send({do:"speed",value:t})}advance(){let t=!this.paused&&this.link.connected,n=this.run.frames.at(-1),s=n!==this.shown||t!==this.playing;this.playing=t,this.shown=n,s&&this.seek(this.back?this.time:this.run.end)}};function Y0(){return`${location.protocol==="https:"?"wss":"ws"}://${location.host}/live${location.search}`}var Zw=new B(0,1,0),Kw=16,Dh=class{constructor(e,t,n,s){this.scene=e;this.header=t;this.send=n;this.changed=s;let r=new ps({color:13642623,depthTest:!1,transparent:!0,fog:!1}),o=new $i(.02*e.radius,16,12);this.rod=new an(new Pi(.005*e.radius,.005*e.radius,1,10).translate(0,.5,0),r),this.ends=[new an(o,r),new an(o,r)],this.root.add(this.rod,...this.ends),this.root.traverse(a=>a.renderOrder=20),this.root.visible=!1,e.overlay.add(this.root),this.listen(e.canvas)}scene;header;send;changed;always=!1;held=-1;point=new B;to=new B;strength=1;plane=new $n;pointer=-1;sent=0;later=0;root=new bn;rod;ends;listen(e){e.addEventListener("pointerdown",t=>{if(t.button!==0||!(this.always||t.ctrlKey||t.shiftKey||t.metaKey))return;let n=this.scene.hit(t.offsetX,t.offsetY);n&&(this.scene.controls.enabled=!1,this.pointer=t.pointerId,e.setPointerCapture(t.pointerId),this.plane.setFromNormalAndCoplanarPoint(this.scene.camera.getWorldDirection(new B),n.place),this.grab(n.body,n.point,n.place),t.stopImmediatePropagation())},{capture:!0}),e.addEventListener("pointermove",t=>{if(t.pointerId!==this.pointer||this.held<0)return;let n=this.scene.ray(t.offsetX,t.offsetY).intersectPlane(this.plane,new B);n&&this.moveTo(n)});for(let t of["pointerup","pointercancel"])window.addEventListener(t,n=>{n.pointerId===this.pointer&&this.release()})}grab(e,t,n){this.held=e,this.scene.keepCamera(),this.point.copy(t),this.moveTo(n),this.changed()}moveTo(e){this.to.copy(e),this.show();let t=this.sent+Kw-performance.now();t<=0?this.tell():this.later||(this.later=window.setTimeout(()=>this.tell(),t))}tell(){window.clearTimeout(this.later),this.later=0,this.sent=performance.now(),this.send({do:"drag",body:this.held,point:this.point.toArray(),to:this.to.toArray(),...this.strength!==1?{strength:this.strength}:{}})}setStrength(e){this.strength=e,this.held>=0&&this.moveTo(this.to.clone())}hold(e){if(this.release(),e<0)return;let t=this.scene.actors[0].bodies[e].getWorldPosition(new B);this.grab(e,new B,t)}holdNext(){let{moving:e}=this.header;this.hold(e[e.indexOf(this.held)+1]??-1)}move(e,t,n){if(this.held<0)return;let s=o=>new B().setFromMatrixColumn(this.scene.camera.matrixWorld,o),r=.05*this.scene.radius;this.moveTo(this.to.clone().addScaledVector(s(0),r*e).addScaledVector(s(1),r*t).addScaledVector(s(2),r*n))}release(){this.scene.controls.enabled=!0,this.pointer=-1,window.clearTimeout(this.later),this.later=0,this.held>=0&&this.send({do:"drop"}),this.held=-1,this.show(),this.changed()}show(){if(this.root.visible=this.held>=0,this.scene.invalidate(),this.held<0)return;let e=this.scene.actors[0].bodies[this.held].localToWorld(this.point.clone()),t=this.to.clone().sub(e),n=t.length();this.ends[0].position.copy(e),this.ends[1].position.copy(this.to),this.rod.visible=n>1e-9,this.rod.position.copy(e),this.rod.scale.y=Math.max(n,1e-9),n>1e-9&&this.rod.quaternion.setFromUnitVectors(Zw,t.divideScalar(n))}};var $0=250,Jw=1e3,jw=8e3;function gt(i){return document.getElementById(i)}var Nh=class{constructor(e,t,n){this.page=e;this.link=t;this.facts=n;let{recording:s,player:r,scene:o}=e;this.history=new Ih(r.run),this.drag=new Dh(o,s.header,a=>t.send(a),()=>this.showHeld()),document.body.classList.add("live");for(let a of["live","live-reset","live-ratio"])gt(a).hidden=!1;gt("loop").parentElement.hidden=!0,gt("last").title="To now (End)",gt("last").setAttribute("aria-label","To now"),gt("forth").title="One step, where it is paused (\u2192)",gt("back").title="One frame back (\u2190)",this.fill(),this.bind(),t.onBytes=a=>this.takeBytes(a),t.onState=a=>this.takeState(a),t.onRefusal=a=>this.refuse(a),t.onChange=a=>{a&&this.history.interrupt(),this.drag.release(),this.showState()},setInterval(()=>this.showState(),$0),t.open()}page;link;facts;drag;history;state=null;refreshed=0;proved=0;measured=0;refused=0;takeBytes(e){let t=this.history.add(e),n=performance.now(),{scene:s,plots:r,player:o}=this.page;t&&(o.seek(o.run.end),this.measured=0,this.drag.release()),this.drag.show();let{frames:a}=o.run;a.length>=2*this.measured+2&&(this.measured=a.length,s.contacts.measure()),!(n-this.refreshed<$0&&!t)&&(this.refreshed=n,r.grow(),s.widen(t),this.page.redraw())}takeState(e){if(e.id!==this.facts.id)return location.reload();this.state=e;let{player:t}=this.page,n=performance.now();this.history.tell(e),t.paused=e.paused!==0,this.showState(),this.showMethod(e),this.showControls(e);let s=gt("proof"),r=s.matches(":hover, :focus-within");(n-this.proved>Jw&&!r||t.paused&&!r)&&(this.proved=n,this.page.tellProof()),t.paused&&(this.page.plots.grow(),this.page.redraw())}refuse(e){this.refused=performance.now(),gt("live-notice").textContent=e,gt("live-notice").hidden=!1}showState(){let{state:e,link:t}=this,{player:n}=this.page,s=gt("live-ratio"),r=t.connected?e?n.looksBack?`looking back ${hi(n.run.end-n.time)}`:e.paused?"paused":"running":"connecting":"no connection",o=t.connected&&e&&e.watchers>1?` \xB7 ${e.watchers} watch`:"";gt("live-state").textContent=r+o,gt("live-state").className=`count ${t.connected?"":"bad"}`,gt("live-now").hidden=!n.looksBack;let a=e&&e.ratio!==null&&!e.paused&&t.connected,l=a&&e.ratio<.9*e.speed;s.textContent=a?`${St(e.ratio,2)}\xD7 real time`:"",s.className=l?"bad":"",s.title=l?`The simulation cannot keep up: ${St(e.speed,3)}\xD7 was asked for`:"Speed that is reached";let c=gt("live-notice"),h=e?.notice??"";performance.now()-this.refused>jw&&(c.textContent!==h&&(c.textContent=h),c.hidden=h==="")}showMethod(e){let t=(s,r)=>{let o=gt(s);[...o.options].some(a=>a.value===r)||o.append(Se("option",{value:r},r)),o.value!==r&&(o.value=r)};t("live-solver",e.solver),t("live-law",e.law);let n=gt("speed");[...n.options].some(s=>Number(s.value)===e.speed)||n.append(Se("option",{value:String(e.speed)},`${e.speed}\xD7`)),Number(n.value)!==e.speed&&(n.value=String(e.speed));for(let s of["friction","restitution"]){let r=gt(`live-${s}`),o=e[s];!r.matches(":active")&&o!==null&&(r.value=String(o)),gt(`live-${s}-value`).textContent=o===null?"the model's":St(o,3),gt(`live-${s}-own`).disabled=o===null}}showControls(e){this.sliders.forEach(({slider:t,value:n},s)=>{let r=e.ctrl[s]??0;t.matches(":active, :focus")||(t.value=String(r)),n.textContent=St(r,3)})}showHeld(){let{held:e}=this.drag;gt("live-hold").value=String(e),gt("live-move").hidden=e<0}fill(){let{header:e}=this.page.recording;for(let n of this.facts.solvers)gt("live-solver").append(Se("option",{value:n},n));for(let n of this.facts.laws)gt("live-law").append(Se("option",{value:n},n));this.fillKeys(),this.fillSliders();let t=gt("live-hold");t.append(Se("option",{value:"-1"},"nothing"));for(let n of e.moving)t.append(Se("option",{value:String(n)},Ei(e,n)))}fillKeys(){let{keys:e}=this.facts,t=gt("live-key");if(e.length!==0){for(let n of["live-key","live-key-label"])gt(n).hidden=!1;t.append(Se("option",{value:""},"begin again from\u2026"),Se("option",{value:"-1"},"reference position")),e.forEach((n,s)=>t.append(Se("option",{value:String(s)},n||`keyframe ${s}`))),t.addEventListener("change",()=>{t.value!==""&&this.link.send({do:"key",index:Number(t.value)}),t.value=""})}}fillSliders(){let e=gt("live-controls");e.hidden=this.facts.actuators.length===0,this.facts.actuators.forEach(({name:t,low:n,high:s},r)=>{let o=t||`actuator ${r}`,[a,l]=[n??-1,s??1],c=Se("input",{type:"range",min:String(a),max:String(l),step:String((l-a)/200||.01),"aria-label":o}),h=Se("output");c.addEventListener("input",()=>this.link.send({do:"control",actuator:r,value:Number(c.value)})),e.append(Se("span",{class:"name",title:o},o),Se("span",{class:"row"},c,h)),this.sliders.push({slider:c,value:h})})}sliders=[];bind(){let e=n=>this.link.send(n),t=n=>n.target.value;gt("live-solver").addEventListener("change",n=>e({do:"solver",name:t(n)})),gt("live-law").addEventListener("change",n=>e({do:"law",name:t(n)}));for(let n of["friction","restitution"])gt(`live-${n}`).addEventListener("input",s=>e({do:n,value:Number(t(s))})),gt(`live-${n}-own`).addEventListener("click",()=>e({do:n,value:null}));gt("live-reset").addEventListener("click",()=>e({do:"reset"})),gt("live-now").addEventListener("click",()=>this.page.player.seek(this.page.player.run.end)),gt("live-drag").addEventListener("change",n=>this.drag.always=n.target.checked),gt("live-strength").addEventListener("input",n=>this.drag.setStrength(10**Number(t(n)))),gt("live-hold").addEventListener("change",n=>this.drag.hold(Number(t(n))));for(let[n,s]of Object.entries(Z0))gt(`live-${n}`).addEventListener("click",()=>this.drag.move(...s))}key(e){let t=e.key.toLowerCase(),n=this.drag.held>=0?Object.entries(Z0).find(([s])=>Qw[s]===t):void 0;if(n)this.drag.move(...n[1]);else if(t==="r")this.link.send({do:"reset"});else if(t==="g")gt("live-drag").click();else if(t==="b")this.drag.holdNext();else if(t==="escape"&&this.drag.held>=0)this.drag.release();else return!1;return!0}},Z0={left:[-1,0,0],right:[1,0,0],up:[0,1,0],down:[0,-1,0],nearer:[0,0,1],farther:[0,0,-1]},Qw={left:"j",right:"l",up:"i",down:"k",nearer:"o",farther:"u"};var eT={free:[7,6],ball:[4,3],slide:[1,1],hinge:[1,1]},Uh=class{constructor(e,t,n){this.place=t;let s=tl(e),r=nl(e);t.hidden=e.joints.length===0;for(let o of e.joints){let[a,l]=eT[o.type];for(let c=0;c<a;c++){let h=Se("tr",{},Se("th",{scope:"row"},s[o.qpos+c]));h.append(this.cell(u=>u.qpos(o.qpos+c)));let d=o.type==="free"?c<3:o.type==="ball"?!1:c<l;h.append(d?this.cell(u=>u.qvel(o.dof+c)):Se("td")),n.append(h)}for(let c=o.type==="free"?3:0;c<l&&l>1;c++)n.append(Se("tr",{},Se("th",{scope:"row"},r[o.dof+c]),Se("td"),this.cell(h=>h.qvel(o.dof+c))))}}place;cells=[];cell(e){let t=Se("td");return this.cells.push({cell:t,at:e,text:""}),t}show(e){if(!(!e||!this.place.open))for(let t of this.cells){let n=St(t.at(e));n!==t.text&&(t.cell.textContent=t.text=n)}}};var tT=["video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm"],Fh=class{constructor(e,t,n,s){this.canvas=e;this.button=t;this.name=n;this.fail=s;t.addEventListener("click",()=>this.toggle())}canvas;button;name;fail;recorder=null;pieces=[];bytes=0;get recording(){return this.recorder!==null}toggle(){if(this.recorder)return this.recorder.stop();let e=typeof MediaRecorder=="function"?tT.find(t=>MediaRecorder.isTypeSupported(t)):void 0;if(!e||!this.canvas.captureStream)return this.fail("This browser cannot record a video");this.pieces=[],this.recorder=new MediaRecorder(this.canvas.captureStream(60),{mimeType:e,videoBitsPerSecond:8e6}),this.recorder.addEventListener("dataavailable",({data:t})=>t.size>0&&this.pieces.push(t)),this.recorder.addEventListener("stop",()=>this.end()),this.recorder.start(1e3),this.show()}end(){let e=new Blob(this.pieces,{type:"video/webm"});this.recorder=null,this.bytes=e.size,this.show(),e.size>0?Zs(`${this.name()}.webm`,e):this.fail("The browser has recorded nothing")}show(){this.button.textContent=this.recording?"Stop video":"Record video",this.button.setAttribute("aria-pressed",String(this.recording))}};function J0(i){let e=i.getElementById("rigor-simulation");return e?{begins:e.dataset.begins==="1"}:null}function j0(){return typeof WebAssembly!="object"?"This browser has no WebAssembly":typeof Worker!="function"?"This browser has no workers":typeof DecompressionStream!="function"?"This browser is older than 2023 and cannot unpack the engine":""}function K0(i){return el((document.getElementById(i)?.textContent??"").trim())}var Oh=class{constructor(e,t){this.from=e;this.paused=t}from;paused;onBytes=()=>{};onState=()=>{};onRefusal=()=>{};onChange=()=>{};onFacts=()=>{};onFailure=()=>{};connected=!1;worker=null;waiting=[];opened=!1;start(){try{let e=document.getElementById("rigor-worker")?.textContent??"";if(!e)throw new Error("the page is cut off: its worker is missing");let t=URL.createObjectURL(new Blob([e],{type:"text/javascript"}));this.worker=new Worker(t),this.worker.onmessage=({data:s})=>this.take(s),this.worker.onerror=s=>this.fail(s.message||"its worker ended");let n={wasm:K0("rigor-engine"),simulation:K0("rigor-simulation"),from:this.from,paused:this.paused};this.worker.postMessage(n,[n.wasm.buffer,n.simulation.buffer])}catch(e){this.fail(e instanceof Error?e.message:String(e))}}fail(e){this.connected=!1,this.worker?.terminate(),this.onChange(!1),this.onFailure(e)}take(e){!(e instanceof ArrayBuffer)&&e.type==="facts"?this.onFacts(e.facts):!(e instanceof ArrayBuffer)&&e.type==="failure"?this.fail(e.reason):this.opened?this.deliver(e):this.waiting.push(()=>this.deliver(e))}deliver(e){e instanceof ArrayBuffer?this.onBytes(e):e.type==="state"?this.onState(e):e.type==="error"&&this.onRefusal(e.reason)}open(){this.opened=this.connected=!0,this.onChange(!0);for(let e of this.waiting.splice(0))e()}send(e){this.connected&&this.worker?.postMessage(e)}};var nT=16,iT=100;function je(i){let e=document.getElementById(i);if(!e)throw new Error(`the page has no ${i}`);return e}function sT(){let i=JSON.parse(je("rigor-scene").textContent||"null"),e=je("rigor-data"),t=el((e.textContent||"").trim());return e.textContent="",Of(i,t)}function Za(i){je("failure").hidden=!1,je("failure").textContent=i}var mf=class{constructor(e){this.recording=e;let{header:t,runs:n}=e;document.title=t.title?`${t.title} \xB7 rigor`:"rigor",je("title").textContent=t.title||"rigor",this.tellProof();let s=this.engineLink(),r=t.live?new Lh(Y0()):s;this.player=r?new Rr(n[0],r):new bo(n[0]),this.scene=new oh(e,je("scene")),this.scene.renderer||Za("This browser has no WebGL, so the scene is not drawn. Timeline, contacts and plots work."),this.quality=new ah(this.scene),this.timeline=new ch(je("timeline"),this.tip,t,this.player),this.plots=new Ah(je("plots"),je("add-plot"),z0(e,()=>this.scene.contacts.pinned),this.player,t.title),this.list=new Ch(e,je("contact-rows"),je("pinned"),c=>this.pin(c),c=>this.highlight(c)),this.selected=new Ph(e,je("selected"),c=>this.select(c)),this.joints=new Uh(t,je("joints"),je("joint-rows")),je("joints").addEventListener("toggle",()=>this.update()),this.video=new Fh(this.scene.canvas,je("video"),()=>za(t.title,"scene"),c=>Za(`${c}.`)),this.fillChoices(),this.bindControls(),this.bindScene(),this.bindKeys(),this.player.onChange(()=>this.update());let o=window.matchMedia("(prefers-color-scheme: dark)");o.addEventListener("change",()=>this.setTheme(o.matches?"dark":"light")),this.setTheme(o.matches?"dark":"light");for(let c of n.length>1?["difference","energy","unexplained","certificate"]:["balance","unexplained","certificate","contacts","iterations"])this.plots.add(c);new ResizeObserver(()=>this.resize()).observe(je("stage")),this.resize(),this.scene.look("home");let{player:a}=this,l=c=>a instanceof Rr&&r&&(this.live=new Nh({recording:e,scene:this.scene,plots:this.plots,player:a,redraw:()=>this.timeline.redraw(),tellProof:()=>this.tellProof()},r,c));t.live&&l(t.live),s&&(s.onFacts=l,s.onFailure=c=>Za(`The page cannot simulate: ${c}`),s.start()),this.start()}recording;player;scene;plots;quality;live=null;timeline;list;selected;joints;video;theme="light";tip=je("tip");told=0;tellProof(){let{runs:e}=this.recording,{solved:t,text:n}=V0(e);je("verdict").textContent=`${t?"\u2713":"\u2717"} ${n}`,je("verdict").className=t?"good":"bad",W0(je("motion"),e);let s=je("proof").querySelector("details")?.open??!1;q0(je("proof"),e,o=>this.jump(o));let r=je("proof").querySelector("details");r&&(r.open=s)}engineLink(){let e=J0(document),t=new URLSearchParams(location.hash.slice(1));if(!e||this.recording.header.live||(document.body.classList.add("engine"),je("simulate").hidden=!1,je("simulate").addEventListener("click",()=>this.simulate()),t.has("recorded")||!(e.begins||t.has("simulate"))))return null;let n=j0();if(n)return Za(`${n}, so the page cannot simulate. It shows what was recorded.`),null;let s=this.recording.runs[0],{nq:r,nv:o}=this.recording.header,a=Number(t.get("t")),l=t.has("t")&&a>s.begin?s.frames[s.frameIndex(a)]:void 0,c=l?[l.time,...Array.from({length:r},(h,d)=>l.qpos(d)),...Array.from({length:o},(h,d)=>l.qvel(d))]:null;return new Oh(c,window.matchMedia("(prefers-reduced-motion: reduce)").matches)}simulate(){if(this.live)return this.live.link.send({do:"again",time:this.player.time});location.hash=`simulate&t=${this.player.time}`,location.reload()}start(){let e=new URLSearchParams(location.hash.slice(1));e.has("dark")&&this.setTheme("dark"),e.has("light")&&this.setTheme("light");let t=window.matchMedia("(prefers-reduced-motion: reduce)").matches;e.has("t")&&!(this.player instanceof Rr)?this.player.seek(Number(e.get("t"))||0):!t&&!(this.player instanceof Rr)&&this.player.play(!0),this.update();let n=performance.now(),s=r=>{this.player.advance(Math.min(.25,(r-n)/1e3)),n=r,this.scene.render(),requestAnimationFrame(s)};this.scene.render(),requestAnimationFrame(s)}jump(e){this.player.playing=!1,this.player.seek(e)}update(){let{player:e}=this,t=e.run,n=t.frameIndex(e.time),s=t.frames[n];this.scene.sharp=!e.playing,this.scene.show(e.time);let r=performance.now();if(e.playing&&r-this.told<iT)return;this.told=r,this.timeline.update(),this.plots.update(),this.list.show(this.scene.contacts.shown,this.scene.contacts.pinned,t.dt),this.selected.show(t,e.time,this.scene.contacts.shown),this.joints.show(s),je("time").textContent=hi(e.time),je("frame").textContent=`of ${hi(t.end)} \xB7 step ${s?.step??0}`;let o=je("play");o.textContent=e.playing?"\u275A\u275A":"\u25B6",o.setAttribute("aria-label",e.playing?"Pause":"Play"),je("contact-count").textContent=String(s?.contactCount??0);let a=!!s&&(s.flags&1)!==0;je("unsolved-now").hidden=!a}resize(){this.scene.resize(),this.timeline.redraw(),this.plots.resize()}setTheme(e){this.theme=e,document.documentElement.dataset.theme=e,this.scene.setTheme(e),this.timeline.redraw(),this.plots.rebuild()}pin(e){this.scene.contacts.pinned=e,this.scene.contacts.again(),this.scene.invalidate(),e!==null?(this.plots.has("contact")?this.plots.rebuild("contact"):this.plots.add("contact",!0),this.plots.has("slip")&&this.plots.rebuild("slip")):this.plots.remove("contact"),this.update()}select(e){this.selected.select(e),this.scene.outline(e),this.update()}highlight(e){this.scene.contacts.highlighted!==e&&(this.scene.contacts.highlighted=e,this.scene.contacts.again(),this.scene.invalidate())}fillChoices(){let e=je("speed");for(let a of wd)e.append(Se("option",{value:String(a)},`${a}\xD7`));e.value="1";let t=je("follow"),{header:n}=this.recording;t.append(Se("option",{value:"-1"},"nothing"));for(let a of n.moving)t.append(Se("option",{value:String(a)},Ei(n,a)));let s=je("camera"),r=n.looks?.cameras??[];s.hidden=r.length===0,r.forEach((a,l)=>s.append(Se("option",{value:String(l)},a.name||`camera ${l}`))),s.addEventListener("change",()=>this.scene.sit(r[Number(s.value||-1)]??null)),this.scene.left=()=>s.value="";let o=je("runs");o.hidden=this.recording.runs.length<2,this.recording.runs.forEach((a,l)=>{let c=Se("input",{type:"checkbox",checked:""});c.addEventListener("change",()=>this.scene.setGhosts([...o.querySelectorAll("input")].map(d=>d.checked)));let h=Se("label",{class:"key"},c,a.name||`run ${l+1}`);h.style.setProperty("--key",`var(--line${l%6})`),o.append(h)})}bindControls(){let{player:e,scene:t,plots:n}=this,s=(o,a)=>je(o).addEventListener("click",a);s("play",()=>e.toggle()),s("back",()=>e.step(-1)),s("forth",()=>e.step(1)),s("first",()=>this.jump(e.run.begin)),s("last",()=>this.jump(e.run.end)),s("mark-before",()=>e.toMark(-1)),s("mark-after",()=>e.toMark(1)),s("theme",()=>this.setTheme(this.theme==="dark"?"light":"dark")),s("help",()=>je("keys").showModal()),s("keys-close",()=>je("keys").close()),je("picture").addEventListener("click",()=>this.quality.sharpen(),{capture:!0}),s("picture",()=>{t.picture().then(o=>o&&Zs(`${za(this.recording.header.title,"scene")}.png`,o))}),s("zoom-in",()=>n.zoomBy(2)),s("zoom-out",()=>n.zoomBy(.5)),s("zoom-all",()=>n.zoomAll());for(let o of["home","front","side","top"])s(`view-${o}`,()=>t.look(o));je("speed").addEventListener("change",o=>e.setSpeed(Number(o.target.value))),je("follow").addEventListener("change",o=>t.setFollow(Number(o.target.value))),je("shapes").addEventListener("change",o=>t.setShapes(o.target.value)),je("loop").addEventListener("change",o=>e.loop=o.target.checked);let r=(o,a)=>je(o).addEventListener("change",l=>{a(l.target.checked),t.contacts.again(),t.invalidate()});r("show-contacts",o=>t.contacts.visible=o),r("show-cones",o=>t.contacts.cones=o),r("show-parts",o=>t.contacts.parts=o),r("see-through",o=>t.setTransparent(o)),je("force-scale").addEventListener("input",o=>{t.contacts.scale=2**Number(o.target.value),t.contacts.again(),t.invalidate()})}pick(e,t){let n=null,s=nT;if(!this.scene.contacts.visible)return null;for(let{contact:r,key:o}of this.scene.contacts.shown){let[a,l,c]=this.scene.project(r.position),h=Math.hypot(a-e,l-t);c<1&&h<s&&([n,s]=[o,h])}return n}bindScene(){let{canvas:e}=this.scene,t=[0,0];e.addEventListener("pointerdown",n=>t=[n.clientX,n.clientY]),e.addEventListener("pointermove",n=>{if(n.buttons)return;let s=this.pick(n.offsetX,n.offsetY);this.highlight(s),e.style.cursor=s?"pointer":"grab",this.tip.hidden=s===null,s!==null&&this.showTip(s,n.clientX,n.clientY)}),e.addEventListener("pointerleave",()=>{this.tip.hidden=!0,this.highlight(null)}),e.addEventListener("click",n=>{if(Math.hypot(n.clientX-t[0],n.clientY-t[1])>4)return;let s=this.pick(n.offsetX,n.offsetY);s!==null?this.pin(s):this.select(this.scene.hit(n.offsetX,n.offsetY)?.body??-1)})}showTip(e,t,n){let s=this.scene.contacts.shown.find(l=>l.key===e);if(!s)return;let r=uf(this.recording,s.contact,this.player.run.dt).slice(0,7);this.tip.textContent=[df(this.recording,s.contact),...r.map(([l,c])=>`${l}: ${c}`)].join(`
`);let{offsetWidth:o,offsetHeight:a}=this.tip;this.tip.style.left=`${Math.min(t+14,window.innerWidth-o-8)}px`,this.tip.style.top=`${Math.max(8,Math.min(n+14,window.innerHeight-a-8))}px`}bindKeys(){window.addEventListener("keydown",e=>{let t=e.target;if(!(e.ctrlKey||e.metaKey||e.altKey)&&!(t.matches("select, input:not([type=checkbox])")||je("keys").open)){if(t.id==="scene"&&this.cameraKey(e))return e.preventDefault();t.matches("button, input, summary")&&(e.key===" "||e.key==="Enter")||(this.live?.key(e)||this.key(e))&&e.preventDefault()}})}cameraKey(e){let[n,s]={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[e.key]??[0,0];if(n||s)return e.shiftKey?this.scene.moveCamera(0,0,1,.05*n,.05*s):this.scene.moveCamera(.1*n,.1*s,1,0,0),!0;if(e.key==="+"||e.key==="=")this.scene.moveCamera(0,0,1.15,0,0);else if(e.key==="-")this.scene.moveCamera(0,0,1/1.15,0,0);else return!1;return!0}press(e){je(e).click()}changeSpeed(e){let t=je("speed");t.selectedIndex=Math.min(wd.length-1,Math.max(0,t.selectedIndex+e)),this.player.setSpeed(Number(t.value))}followNext(){let e=je("follow");e.selectedIndex=(e.selectedIndex+1)%e.options.length,this.scene.setFollow(Number(e.value))}pinNext(){let{shown:e,pinned:t}=this.scene.contacts,n=e.findIndex(s=>s.key===t);this.pin(e.length?e[(n+1)%e.length].key:null)}key(e){let{player:t}=this,n=e.shiftKey?10:1,s={" ":()=>t.toggle(),ArrowLeft:()=>t.step(-n),ArrowRight:()=>t.step(n),Home:()=>this.jump(t.run.begin),End:()=>this.jump(t.run.end),"[":()=>t.toMark(-1),"]":()=>t.toMark(1),",":()=>this.changeSpeed(-1),".":()=>this.changeSpeed(1),l:()=>this.press("loop"),f:()=>this.followNext(),p:()=>this.pinNext(),c:()=>this.press("show-contacts"),n:()=>this.press("show-cones"),v:()=>this.press("show-parts"),x:()=>this.press("see-through"),t:()=>this.press("theme"),s:()=>this.press("picture"),w:()=>this.press("video"),0:()=>this.scene.look("home"),1:()=>this.scene.look("front"),2:()=>this.scene.look("side"),3:()=>this.scene.look("top"),"+":()=>this.plots.zoomBy(2),"=":()=>this.plots.zoomBy(2),"-":()=>this.plots.zoomBy(.5),z:()=>this.plots.zoomAll(),a:()=>this.press("simulate"),"?":()=>this.press("help"),Escape:()=>this.pin(null)},r=s[e.key]??s[e.key.toLowerCase()];return r?.(),r!==void 0}};try{let i=new mf(sT());window.rigor=i}catch(i){throw Za(`The page cannot be shown: ${i instanceof Error?i.message:String(i)}`),i}})();
/*! Bundled license information:

three/build/three.core.js:
three/build/three.module.js:
  (**
   * @license
   * Copyright 2010-2026 Three.js Authors
   * SPDX-License-Identifier: MIT
   *)
*/
