import "./style.css"; console.log(1);
